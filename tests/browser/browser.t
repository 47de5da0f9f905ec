#!/bin/sh
# Pages and pictures of hostile names in a browser: no script runs, nothing is
# fetched.  BROWSER names a Chromium; its only way out is a proxy that writes
# down what it is asked for.
. "${0%/*}/../tap.sh"
need python3
for b in "${BROWSER-}" chromium chromium-browser google-chrome; do
	[ -n "$b" ] && command -v "$b" >/dev/null && break
	b=''
done
[ -n "$b" ] || {
	echo '1..0 # SKIP skipped: no browser here'
	exit 0
}
. "$TESTS/hostile.sh"
F=$FIX/render
mkdir www
python3 "$TESTS/browser/proxy.py" "$T/www" "$T/port" &
proxy=$!
trap 'tap_rc=$?; kill "$proxy" 2>/dev/null; cd /; rm -rf "$T"; exit "$tap_rc"' EXIT
i=0
while [ ! -s port ] && [ $((i += 1)) -le 100 ]; do
	sleep 0.1
done

look() { # look NAME: what the browser made of www/NAME, to dom; to asked
	: >www/requests
	timeout 60 "$b" --headless=new --no-sandbox --disable-gpu \
	    --user-data-dir="$T/user" --no-first-run --disable-sync \
	    --disable-background-networking --disable-component-update \
	    --disable-default-apps --disable-extensions \
	    --proxy-server="127.0.0.1:$(cat port)" \
	    --proxy-bypass-list='<-loopback>' --virtual-time-budget=2000 \
	    --dump-dom "http://page.example/$1" >dom 2>browser.log
	# a picture has no policy against the icon of its site, nor names one
	case $1 in
	*.svg) sed -i '/favicon/d' www/requests ;;
	esac
	grep -F .example www/requests | sort -u >asked
}

harmless() { # harmless NAME
	look "$1"
	is_true "$1: it was shown" grep -q '\\u001b\[31m' dom
	is_text "$1: nothing else is asked for" asked \
	    "GET http://page.example/$1"
	is_true "$1: no script ran" sh -c '! grep -q "ran=\"" dom'
}

# what these checks would see
cat >www/bad.html <<'X'
<!DOCTYPE html><html><head><title>x</title></head><body>
<img src="http://evil.example/img"/>
<script>document.documentElement.setAttribute("ran", "1")</script>
</body></html>
<!DOCTYPE html><html><head><title>x</title></head><body>
<img src="http://evil.example/img"/>
<script>document.documentElement.setAttribute("ran", "1")</script>
</body></html>
X
look bad.html
if ! grep -q 'ran="' dom; then
	tap_say <browser.log
	echo '1..0 # SKIP skipped: the browser does not work here'
	exit 0
fi
has_text 'a page that fetches is seen' asked 'GET http://evil.example/img'

steal='document.documentElement.setAttribute(\"ran\",1)'
evil=$(printf '%s\n' "$evil" | sed "s/steal()/$(
    printf '%s\n' "$steal" | sed 's/\\/\\\\/g')/g")
# the payload does harm where it is not escaped (but for leading away)
hostile "$F/history.ndjson" >in
{
	echo '<!DOCTYPE html><html><head><title>x</title></head><body>'
	sed -n 's/.*"project":"\(.*\)","mode".*/\1/p' in |
	    sed 's/\\u[0-9a-f]\{4\}//g; s/\\"/"/g; s/<meta[^>]*>//'
	echo '</body></html>'
} >www/open.html
look open.html
is_true 'unescaped names run' grep -q 'ran="' dom
is_true 'and fetch' grep -q evil.example asked

for m in history branch; do
	hostile "$F/$m.ndjson" >in
	is_status 0 "$m" bh-render --no-text --gates --html "www/$m.html" in
	is_status 0 "$m explained" bh-render --as explain --no-text \
	    --svg "www/$m.svg" in
	harmless "$m.html"
	harmless "$m.svg"
done
hostile "$F/examine.ndjson" >in
is_status 0 'measurements' bh-render --as examine --no-text \
    --svg www/examine.svg in
harmless examine.svg

tap_done
