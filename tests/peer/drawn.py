#!/usr/bin/env python3
"""drawn.py BINDIR PEER [-n cases] [-s seed] [-c calls] [-k] [-v]

For each seed draws a repository, a store and calls, makes the peer and us
answer, and compares: exit status, JSON member by member (those that the peer
writes, prose excepted), outcome, counts of text and Markdown, and what a store
holds after prune, bless and unbless.  What we decide otherwise is named in
DECIDED and counted; anything else is a difference, and status 1.
	-k	keep the cases that differ	-v	tell each call
"""
import argparse, gzip, json, os, re, shutil, subprocess, sys, tempfile

sys.dont_write_bytecode = True
from drawn_case import Case, run

PROSE = {"hint", "warning"}

def differences(want, got, path="$"):
    if isinstance(want, dict):
        if not isinstance(got, dict):
            return ["%s: want an object, got %r" % (path, got)]
        out = []
        for k, v in want.items():
            if k in PROSE:
                if k not in got:
                    out.append("%s.%s: none, want %r" % (path, k, v))
            elif k not in got:
                out.append("%s.%s: missing, want %.80s" %
                    (path, k, json.dumps(v)))
            else:
                out += differences(v, got[k], path + "." + k)
        return out
    if isinstance(want, list):
        if not isinstance(got, list) or len(want) != len(got):
            return ["%s: want %d elements, got %s" %
                (path, len(want), len(got) if isinstance(got, list)
                    else repr(got))]
        return [d for i, (a, b) in enumerate(zip(want, got))
            for d in differences(a, b, "%s[%d]" % (path, i))]
    if isinstance(want, bool) or want is None or isinstance(want, str):
        return [] if want == got else ["%s: want %r, got %r" %
            (path, want, got)]
    if isinstance(got, bool) or not isinstance(got, (int, float)):
        return ["%s: want %r, got %r" % (path, want, got)]
    if want == got or abs(want - got) <= TOL[0] * max(abs(want), abs(got)):
        return []
    return ["%s: want %r, got %r" % (path, want, got)]


TOL = [1e-12]


def counts(verb, text):
    """what a text says in numbers"""
    out = []
    for line in text.split("\nHint:")[0].split("\n"):
        line = line.replace("ignored by configuration:", "ignored:")
        if re.match(r"  (commit|runs|filter): ", line):
            out.append(line.strip())
        elif verb in ("list",
            "prune") and "blessings" not in text[:60] and re.match(
                r"  \d+ runs?\b", line):
            out.append(re.findall(r"\b\d+\b", line))
    return out


def keys(store):
    return sorted(os.path.relpath(os.path.join(d, f), store) for d, _,
        fs in os.walk(store) for f in fs if not d.endswith("/blessings-new"))


def bodies(store, names):
    out = []
    for n in names:
        b = json.loads(gzip.decompress(open(os.path.join(store, n),
            "rb").read()))
        out.append({k: b.get(k) for k in ("commit", "prefixes", "scope")})
    return out


class Both:
    def __init__(self, case, bindir, peer):
        self.c, self.bin, self.peer = case, bindir, peer
        self.env = dict(os.environ, PATH=bindir + os.pathsep +
            os.environ["PATH"], LC_ALL="C.UTF-8",
                TZ=case.r.choice(["UTC", "Europe/Berlin", "America/New_York"]),
                        GIT_CONFIG_GLOBAL="/dev/null",
                            GIT_CONFIG_SYSTEM="/dev/null")
        self.env.pop("RUST_BACKTRACE", None)

    def one(self, argv):
        try:
            p = subprocess.run(argv, cwd=self.c.repo, env=self.env,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE, timeout=120)
            return p.returncode, p.stdout.decode("utf-8",
                "surrogateescape"), p.stderr.decode("utf-8", "surrogateescape")
        except subprocess.TimeoutExpired:
            return 99, "", "timeout"

    def call(self, o, ours_opts=(), peer_store=None):
        """-> differences, what each said"""
        top, verb = self.c.top, o[0]
        files = {w: os.path.join(top, w + ".json") for w in ("us", "peer")}
        stores = {"us": self.c.store, "peer": peer_store or self.c.store}
        for f in files.values():
            if os.path.exists(f):
                os.unlink(f)
        writes = (verb in ("bless", "unbless") or
                  verb == "prune" and "--dry-run" not in o)
        if writes:
            for w in stores:
                d = os.path.join(top, "store." + w)
                shutil.rmtree(d, ignore_errors=True)
                shutil.copytree(stores[w], d)
                stores[w] = d
        more = lambda w: ["--outcome", files[w] + ".outcome", "--markdown",
            files[w] + ".md"] if verb == "analyze" else []
        js = lambda w: ["--json", files[w], *more(w)] if verb in ("analyze",
            "list", "examine", "prune") else []
        ours = ["bh", "report" if verb == "analyze" else verb, "--store",
            stores["us"], *(["--method", "compat"] if verb == "analyze"
                else []), *ours_opts, *js("us"), *o[1:]]
        peer = [self.peer, verb, "--local=" + stores["peer"], *js("peer"),
            *o[1:]]
        p, u = self.one(peer), self.one(ours)
        self.said = (peer, p, ours, u)
        self.stat = (p[0], u[0])
        if (p[0] == 0) != (u[0] == 0):
            return ["status %d, the peer's %d\n      us: %s\n      peer: %s" %
                (u[0], p[0], u[2].strip()[-300:], p[2].strip()[:300])]
        if (u[0] not in (0, 1, 2, 3, 4) or "AddressSan" in u[2] or
                "runtime error" in u[2]):
            return ["status %d: %s" % (u[0], u[2][:300])]
        if p[0]:
            return []
        out = []
        if js("us"):
            try:
                out = differences(json.load(open(files["peer"])),
                    json.load(open(files["us"])))
            except (OSError, ValueError) as e:
                return ["no JSON: %s" % e]
            a, b = counts(verb, p[1]), counts(verb, u[1])
            if verb == "analyze" and not out:
                for f, get in ((".outcome", str.strip),
                    (".md", lambda t: re.findall(
                        r"(?:: |\| )`?([a-z_]+|\d+)`?(?: \|)?$",
                            t.partition("## Coverage")[2], re.M))):
                    x, y = (get(open(files[w] + f, encoding="utf-8").read())
                        for w in ("peer", "us"))
                    if x != y:
                        out.append("%s: want %r, got %r" % (f, x, y))
            if a != b:
                for x, y in zip(a + [None] * len(b), b + [None] * len(a)):
                    if x != y:
                        out.append("text: want %r, got %r" % (x, y))
                        break
        if writes:
            was = set(keys(self.c.store))
            a, b = keys(stores["peer"]), keys(stores["us"])
            if verb == "bless":
                na, nb = [k for k in a if k not in was], [k for k in b
                    if k not in was]
                if len(na) != len(nb) or bodies(stores["peer"],
                    na) != bodies(stores["us"], nb):
                    out.append("blessed: want %r, got %r" %
                        (bodies(stores["peer"], na), bodies(stores["us"], nb)))
                a, b = [k for k in a if k in was], [k for k in b if k in was]
            a, b = ([k for k in x if not k.endswith("_cache-epoch")]
                for x in (a, b))     # store.md 4.3
            if a != b:
                out.append("left: only peer %s, only us %s" %
                    ([k for k in a if k not in b][:4],
                        [k for k in b if k not in a][:4]))
        return out


class Call:
    """A call that differs, as the decisions look at it."""

    def __init__(self, case, both, o, diffs):
        self.case, self.o, self.diffs = case, o, diffs
        self.peer, self.us = both.stat
        self.why = both.said[1][2]
        self.opt = dict(x.split("=", 1) for x in o if x[:2] == "--" and
            "=" in x)
        ref = self.opt.get("--context", "HEAD") + "^{commit}"
        self.at = run(*case.git, "rev-parse", "-q", "--verify", ref,
            check=False, stdout=subprocess.PIPE,
                      stderr=subprocess.DEVNULL, text=True).stdout.strip()

    def head_view(self):
        return self.o[:2] == ["list", "blessings"] and "--all" not in self.o

    def elsewhere(self):
        return (self.case.dirty and self.at != self.case.head and
                "--no-dirty" not in self.o)

    def label_only(self):
        label = "text: want 'commit: %s + uncommitted changes'" % self.at
        return all(d.startswith(("$.tip_dirty: want True, got False", label))
            for d in self.diffs)

    def dirty_run_there(self):
        return any("/%s/dirty-" % self.at in k for k in self.case.keys)

    def engines(self):
        return [b.lower() for a, b in zip(self.o, self.o[1:])
            if a == "--engine"]


# forms of --since that one of us refuses
SINCE = {"1 us", "1 ms", "1 nanosecond", "P6m", "p6m", "1 h 1 h", "1h 1d",
    "2026-01-01T05:00:00", "1,5h", "2026-01-01T00:00:00+0200",
         "2026-01-01T05Z", "2026-01-01[UTC]", "2026-01-01T00:00:00+02"}

DECIDED = [
    ("the peer crashes", lambda c: c.peer == 101 and "panicked" in c.why),
    ("bh-select(1): a tree has changes of the commit it is of",
     lambda c: c.elsewhere() and (c.label_only() or c.dirty_run_there() or
         "clean analysis context" in c.why)),
    ("bh-select(1): keys make the mode, of damaged runs too",
     lambda c: "(--skip-invalid)" in c.o and any("/dirty-" in k
         for k in c.case.bad)),
    ("bh-select(1): a grammar of its own for --since",
        lambda c: c.opt.get("--since") in SINCE and c.us != c.peer),
    ("bh-select(1): a base is a branch before it is a tag",
        lambda c: "tag trunk" in c.case.notes and "--base" not in c.opt),
    ("bh-select(1): an unknown engine is refused beside all, too",
     lambda c: "dhat" in c.o and "all" in c.engines() and c.us == 2),
    ("bh-select(1): :/TEXT names a commit, ^REF none",
     lambda c: (c.opt.get("--context", "") + " " +
         c.opt.get("--base", "")).strip().startswith((":/", "^")) and
             c.us != c.peer),
    ("bh-list(1): a --base, --since is read where nothing uses it",
     lambda c: c.head_view() and ("--base" in c.opt or "--since" in c.opt) and
         c.us in (2, 4)),
    ("bh-series(1): the first of two clean runs, ids, kinds",
        lambda c: c.case.notes & {"capitals", "kind", "id"}),
    ("bh-store(5): an interval has two bounds",
        lambda c: "half" in c.case.notes),
    ("bh-store(5): gpu_time is a kind",
        lambda c: "--metric=gpu_time" in c.o and c.peer and not c.us),
    ("bh-store-rm(1): a record is read for its scope alone",
     lambda c: c.o[0] in ("unbless", "prune") and c.peer and not c.us and
        "not a valid" in c.why),
    ("bh-prune(1): --clean --dirty is --all",
     lambda c: c.o[0] == "prune" and "--clean" in c.o and "--dirty" in c.o and
         c.peer and not c.us),
]


def decided(*args):
    """the name of the decision, or None"""
    c = Call(*args)
    return next((name for name, holds in DECIDED if holds(c)), None)


def main():
    a = argparse.ArgumentParser()
    a.add_argument("bindir")
    a.add_argument("peer")
    a.add_argument("-n", type=int, default=20)
    a.add_argument("-s", type=int, default=1)
    a.add_argument("-c", type=int, default=8)
    a.add_argument("-k", action="store_true")
    a.add_argument("-v", action="store_true")
    a = a.parse_args()
    if not os.access(a.peer, os.X_OK):
        print("skipped: the peer is not here")
        return
    bindir, peer = os.path.abspath(a.bindir), os.path.abspath(a.peer)
    host = ("x86_64-unknown-linux-gnu", run(peer, "machine-key",
        stdout=subprocess.PIPE, text=True).stdout.strip())
    total = same = bad = failed = skipped = 0
    named = {}
    for seed in range(a.s, a.s + a.n):
        top = tempfile.mkdtemp(prefix="drawn-%d-" % seed)
        case = Case(seed, top, host)
        TOL[0] = 1e-9 if case.precise else 1e-12
        both = Both(case, bindir, peer)
        worse = False
        for i, o in enumerate(case.calls(a.c)):
            total += 1
            d = both.call(o)
            failed += both.stat[0] != 0
            if (not d and case.bad and both.stat[1] == 3 and
                    o[0] in ("analyze", "list", "examine") and
                    o[1:2] != ["discriminants"]):
                skipped += 1
                d = [x for x in both.call(o, ["--skip-invalid"],
                    case.cleaned()) if not x.startswith("$.hint: none")]
                o = o + ["(--skip-invalid)"]
            why = decided(case, both, o, d) if d else None
            if a.v:
                print(seed, i, both.stat, o)
            if not d:
                same += 1
            elif why:
                named[why] = named.get(why, 0) + 1
            else:
                bad += 1
                worse = True
                print("seed %d call %d: %s" % (seed, i,
                    " ".join(map(repr, o))))
                for x in d[:4]:
                    print("   ", x)
                sys.stdout.flush()
        if a.k and worse:
            print("kept: %s (repository %s)" % (top, case.repo))
        else:
            shutil.rmtree(top)
    print("%d calls on %d cases, %d refused by both, %d without what is "
          "invalid" % (total, a.n, failed, skipped))
    print("%d the same, %d decided otherwise, %d differ"
          % (same, sum(named.values()), bad))
    for k in sorted(named):
        print("  %4d %s" % (named[k], k))
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
