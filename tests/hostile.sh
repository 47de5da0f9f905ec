# shellcheck shell=sh
# Names that mean harm: hostile FILE prints a stream whose project, set, ids,
# titles, dates and notices are such a name.  HOST, if it is set, is where its
# links lead.  Sourced after tap.sh.

evil='=1+1\u0001\u0007\u0009\u000a\u001b[31m\u007f\u0085\u009b\u202e\u2066\u200b\u00ad'
evil=$evil'\u2028\ufeff\uffff\ufffe\ud83d\ude00'
evil=$evil'`\" onload=\"steal()\" '\''|,;@team &lt;&#60; ]]> --> */'
evil=$evil'</style></title></text></desc></pre></code></svg>'
evil=$evil'<script>document.title=\"stolen\";steal()</script>'
evil=$evil'<img src=http://HOST/img onerror=steal()>'
evil=$evil'<link rel=stylesheet href=http://HOST/css>'
evil=$evil'<style>@import \"http://HOST/import\";</style>'
evil=$evil'<iframe src=\"javascript:steal()\"></iframe>'
evil=$evil'<meta http-equiv=refresh content=\"0;url=http://HOST/meta\">'
evil=$evil'<image href=\"http://HOST/image\"/><use href=\"http://HOST/use#x\"/>'
evil=$evil'<a href=\"javascript:steal()\">javascript:steal()</a><?x ?><![CDATA[<!--'

hostile() {
	EVIL=$evil HOST=${HOST:-evil.example} awk '
	function put(s, from, to,   i, out) {
		while ((i = index(s, from)) > 0) {
			out = out substr(s, 1, i - 1) to
			s = substr(s, i + length(from))
		}
		return out s
	}
	BEGIN {
		evil = put(ENVIRON["EVIL"], "HOST", ENVIRON["HOST"])
		host = put(evil, "/", "\\u002f")
	}
	/"type":"end"/ {
		printf "{\"type\":\"warning\",\"code\":\"x\",\"text\":\"%s\"}\n", evil
		printf "{\"type\":\"hint\",\"code\":\"x\",\"text\":\"%s\\n  %s\"}\n", evil, evil
	}
	{
		$0 = put($0, "\"textproc\"", "\"" evil "\"")
		$0 = put($0, "http::parse", evil)
		$0 = put($0, "textproc/http", evil "/http")
		$0 = put($0, "rework parser", evil)
		$0 = put($0, "2026-01-09T00:00:00Z", evil)
		$0 = put($0, "4ffd697efb295d32", evil)
		$0 = put($0, "\"blessing\":null",
		    "\"blessing\":{\"commit\":\"" evil "\",\"time\":\"" evil "\"}")
		print
	}' "$1"
}
