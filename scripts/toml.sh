# What of TOML a configuration is written in: all of it but what its types
# mean.

# toml FILE: lines "KEY VALUE", the key dotted; a table as "KEY ".  Status 3
# and the line where it is no TOML.
toml() {
	awk '
	function fail(why,   head, lines) {
		head = substr(text, 1, at - 1)
		lines = gsub(/\n/, "", head) + 1
		printf "%d: %s\n", lines, why
		failed = 1
		exit 3
	}
	function look(n) { return substr(text, at, n) }
	function eat(s) {
		if (look(length(s)) != s)
			return 0
		at += length(s)
		return 1
	}
	function blank() { while (look(1) ~ /[ \t\r]/) at++ }
	function gap() {	# blanks, lines, comments
		while (look(1) ~ /[ \t\r\n#]/)
			if (look(1) != "#" || match(substr(text, at), /\n/) == 0)
				at = look(1) == "#" ? length(text) + 1 : at + 1
			else
				at += RSTART
	}
	function utf8(n,   i, c) {
		c = 0
		for (i = 0; i < n; i++) {
			c = c * 16 + index("0123456789abcdef", tolower(look(1))) - 1
			if (look(1) !~ /[0-9A-Fa-f]/)
				fail("bad escape")
			at++
		}
		if (c < 128)
			return sprintf("%c", c)
		if (c < 2048)
			return sprintf("%c%c", 192 + c / 64, 128 + c % 64)
		if (c < 65536)
			return sprintf("%c%c%c", 224 + c / 4096,
			    128 + c / 64 % 64, 128 + c % 64)
		return sprintf("%c%c%c%c", 240 + c / 262144,
		    128 + c / 4096 % 64, 128 + c / 64 % 64, 128 + c % 64)
	}
	function escape(   c, i) {
		c = look(1)
		at++
		if (c == "u" || c == "U")
			return utf8(c == "u" ? 4 : 8)
		if (c ~ /[ \t\r\n]/) {	# the line goes on
			while (look(1) ~ /[ \t\r\n]/)
				at++
			return ""
		}
		if ((i = index("btnfre\"\\", c)) == 0)
			fail("bad escape")
		return substr("\b\t\n\f\r\033\"\\", i, 1)
	}
	function string(q,   s) {	# after its opening q
		s = ""
		if (length(q) == 3 && !eat("\r\n"))
			eat("\n")
		while (!eat(q)) {
			if (at > length(text) ||
			    (length(q) == 1 && look(1) == "\n"))
				fail("a string does not end")
			if (substr(q, 1, 1) == "\"" && eat("\\"))
				s = s escape()
			else {
				s = s look(1)
				at++
			}
		}
		while (length(q) == 3 && eat(substr(q, 1, 1)))
			s = s substr(q, 1, 1)
		return s
	}
	function key(   k) {
		k = ""
		do {
			blank()
			if (eat("\""))
				k = k string("\"")
			else if (eat(tick))
				k = k string(tick)
			else if (match(substr(text, at), /^[A-Za-z0-9_-]+/)) {
				k = k look(RLENGTH)
				at += RLENGTH
			} else
				fail("a key was expected")
			blank()
		} while (look(1) == "." && (k = k ".") && ++at)
		gsub(/[ \n]/, "_", k)
		return k
	}
	function pair(table,   k) {
		k = key()
		if (!eat("="))
			fail("= was expected")
		blank()
		value(table == "" ? k : table "." k)
		blank()
	}
	function tell(k, v) {
		if (v ~ /\n/)
			fail("a value of several lines")
		print k " " v
	}
	function value(k,   n) {
		for (n = 3; n >= 1; n -= 2) {
			if (eat(substr("\"\"\"", 1, n))) {
				tell(k, string(substr("\"\"\"", 1, n)))
				return
			}
			if (eat(substr(tick tick tick, 1, n))) {
				tell(k, string(substr(tick tick tick, 1, n)))
				return
			}
		}
		if (eat("[")) {
			for (gap(); !eat("]"); gap()) {
				value(k)
				gap()
				if (!eat(",") && look(1) != "]")
					fail("] was expected")
			}
		} else if (eat("{")) {
			for (gap(); !eat("}"); gap()) {
				pair(k)
				gap()
				if (!eat(",") && look(1) != "}")
					fail("} was expected")
			}
		} else if (match(substr(text, at), /^[A-Za-z0-9+._:-]+/)) {
			n = look(RLENGTH)
			at += RLENGTH
			tell(k, n)
		} else
			fail("a value was expected")
	}
	BEGIN { tick = sprintf("%c", 39) }
	{ text = text $0 "\n" }
	END {
		if (failed)
			exit 3
		at = 1
		table = ""
		for (gap(); at <= length(text); gap()) {
			if (eat("[[")) {
				table = key()
				if (!eat("]]"))
					fail("]] was expected")
				print table " "
			} else if (eat("[")) {
				table = key()
				if (!eat("]"))
					fail("] was expected")
				print table " "
			} else
				pair(table)
			blank()
			if (look(1) !~ /[#\n]/)
				fail("more than one thing on a line")
		}
	}' "$1"
}
