"""Draws from a seed: a repository, a store in the format both read, calls."""
import gzip, json, math, os, random, re, shutil, subprocess, time

KINDS = ["wall_time", "processor_time", "instruction_count",
         "conditional_branches", "indirect_branches", "allocated_bytes",
         "peak_outstanding_bytes", "allocation_count"]
OF = {"criterion": KINDS[:1], "callgrind": KINDS[2:5],
      "alloc_tracker": KINDS[5:], "all_the_time": KINDS[1:2]}
TRIPLES = ["x86_64-unknown-linux-gnu", "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc"]
NAMES = ["parse", "headers", "header_map", "a b", "größe", "日本語", "q\"uote",
         "back\\slash", "a/b", "", "..", "tab\there", "x" * 70, "e\u0301",
             "\u00e9",
         "\U0001f680", "-dash", "nan", "1e400", "new\nline", "foo", "foobar",
         "foo/bar", "50%", "'s'", "<i>|</i>", "*", "\u0001", "\u202e", "null",
             "é"]
NOW = int(time.time())


def run(*a, **k):
    k.setdefault("check", True)
    k.setdefault("stdout", subprocess.DEVNULL)
    return subprocess.run([str(x) for x in a], **k)


class Case:
    def __init__(self, seed, top, host):
        self.r = r = random.Random(seed)
        self.seed, self.top, self.host = seed, top, host
        self.notes = set()          # what DECIDED may look at
        self.sha = "sha256" if r.random() < .03 else "sha1"
        self.precise = r.random() < .1
        self.project = r.choice(["bench"] * 6 +
            ["Team App", "a/b", "größe", "p.q"])
        self.dag()
        self.make_repo()
        self.make_config()
        self.make_store()

    # ---- commits
    def commit(self, first=None, *others, msg=None):
        r, i = self.r, len(self.commits)
        if self.order == "up":
            self.clock += r.randrange(1, 2 * self.step)
            t = self.clock
        elif self.order == "equal":
            t = self.clock
        elif self.order == "down":
            self.clock -= r.randrange(1, 2 * self.step)
            t = self.clock
        else:
            t = self.start + r.randrange(self.step * 40)
        tz = r.choice(["+0000", "+0000", "+0200", "-0800", "+1245", "-0330"])
        msg = msg or r.choice(["change %d" % i, "größer %d" % i,
            "a | b `c` %d" % i,
                               "x" * 80, "  lead %d" % i, "two\n\nparagraphs",
                                   "tab\tin it",
                               "", "line\ncontinued %d" % i, "日本" * 30])
        self.commits.append((t, tz, msg, [p for p in (first, *others)
            if p is not None]))
        return i

    def dag(self):
        r = self.r
        self.commits, self.order = [], r.choice(["up"] * 5 +
            ["equal", "down", "mixed"])
        self.step = r.choice([60, 3600, 86400, 86400 * 7])
        self.start = NOW - r.choice([self.step * 60, 86400 * 200, 86400 * 400])
        self.clock = self.start if self.order != "down" else NOW - 1000
        n = r.choice([0, 1, 2, 5, 12, 15, 25, 25, 30, 40, 60, 140]
            if r.random() < .9 else [14, 22])
        if n == 0 and r.random() < .7:
            n = 18
        shape = r.choice(["line"] * 3 + ["merges"] * 3 +
            ["foxtrot", "crisscross", "octopus"])
        main, side, topic, orphan = [], [], [], []
        for i in range(n):
            if main and shape != "line" and r.random() < .25:
                if shape == "octopus":
                    ps = []
                    for _ in range(r.randrange(1, 4)):
                        s = self.commit(r.choice(main))
                        side.append(s)
                        ps.append(s)
                    main.append(self.commit(main[-1], *ps))
                else:
                    s = r.choice(main)
                    for _ in range(r.randrange(1, 4)):
                        s = self.commit(s)
                        side.append(s)
                    main.append(self.commit(main[-1], s))
            else:
                main.append(self.commit(main[-1] if main else None))
        self.shape = shape
        if n > 1 and r.random() < .65:
            back = r.choice([1, 1, 2, 4, 8, 20])
            f = main[max(0, len(main) - back)]
            t = f
            for i in range(r.randrange(1, 7)):
                u = r.random()
                if u < .2:
                    newer = [m for m in main if m > f]
                    t = self.commit(t, r.choice(newer or main))
                elif u < .25 and shape == "foxtrot":
                    t = self.commit(r.choice(main), t)
                elif u < .4 and shape == "crisscross":
                    m = self.commit(main[-1], t)
                    t2 = self.commit(t, main[-1])
                    main.append(m)
                    t = t2
                else:
                    t = self.commit(t)
                topic.append(t)
            if r.random() < .3:
                for _ in range(r.randrange(1, 5)):
                    main.append(self.commit(main[-1]))
            if r.random() < .08:        # a merged branch
                main.append(self.commit(main[-1], topic[-1]))
        if n and r.random() < .1:
            o = self.commit(None)
            orphan.append(o)
            for _ in range(r.randrange(0, 4)):
                o = self.commit(o, *([r.choice(main)] if r.random() < .4
                    else []))
                orphan.append(o)
        self.main, self.side = main, side
        self.topic, self.orphan = topic, orphan

    def make_repo(self):
        r, top = self.r, self.top
        src = os.path.join(top, "src")
        self.trunk = r.choice(["main"] * 6 + ["master", "trunk", "dev/trunk"])
        run("git", "init", "-q", "--object-format=" + self.sha, "-b",
            self.trunk, src)
        g = self.git = ["git", "-C", src]
        for k, v in (("user.name", "b"), ("user.email", "b@example.invalid"),
            ("gc.auto", "0")):
            run(*g, "config", k, v)
        out = []
        for i, (t, tz, msg, ps) in enumerate(self.commits):
            m, enc = msg.encode(), b""
            if "größer" in msg and r.random() < .5:
                m, enc = msg.encode("latin-1"), b"encoding ISO-8859-1\n"
            out.append(b"commit refs/tmp/c%d\nmark :%d\n"
                b"committer b <b@example.invalid> %d %s\n%sdata %d\n%s\n"
                       % (i, i + 1, t, tz.encode(), enc, len(m), m))
            for j, p in enumerate(ps):
                out.append(b"%s :%d\n" % (b"merge" if j else b"from", p + 1))
            if not ps:
                out.append(b"M 100644 inline file.txt\ndata 2\nx\n\n"
                    b"M 100644 inline .gitignore\ndata 8\nignored\n\n")
            out.append(b"M 100644 inline n\ndata %d\n%d\n\n" %
                (len(str(i)), i))
        marks = os.path.join(top, "marks")
        run(*g, "fast-import", "--quiet", "--export-marks=" + marks,
            input=b"".join(out))
        self.id = {}
        if os.path.exists(marks):
            for line in open(marks):
                m, h = line.split()
                self.id[int(m[1:]) - 1] = h
        refs = []
        for i in range(len(self.commits)):
            refs.append("delete refs/tmp/c%d" % i)
        ref = lambda n, c: refs.append("create %s %s" % (n, self.id[c]))
        self.refs = []
        if self.main:
            ref("refs/heads/" + self.trunk, self.main[-1])
            self.refs.append(self.trunk)
            if r.random() < .3:
                ref("refs/remotes/origin/" + self.trunk,
                    self.main[-1 if r.random() < .5
                        else r.randrange(len(self.main))])
                self.refs.append("origin/" + self.trunk)
            if r.random() < .1 and self.trunk != "main":
                ref("refs/heads/main", r.choice(self.main))
                self.refs.append("main")
        if self.topic:
            ref("refs/heads/topic", self.topic[-1])
            self.refs.append("topic")
        if self.orphan:
            ref("refs/heads/orphan", self.orphan[-1])
            self.refs.append("orphan")
        run(*g, "update-ref", "--stdin", input="".join(x + "\n"
            for x in refs).encode())
        if self.main and r.random() < .5:
            for name, opts in (("v1", ["-a", "-m", "t"]), ("light", []),
                ("v1v", None)):
                at = self.id[r.choice(self.main)]
                if opts is None:
                    run(*g, "tag", "-a", "-m", "nested", name, "v1",
                        stderr=subprocess.DEVNULL)
                else:
                    run(*g, "tag", *opts, name, at)
                self.refs.append(name)
        if self.main and r.random() < .12:      # names of more than one
            at = lambda: self.id[r.choice(self.main + self.topic)]
            kind = r.choice(["tag topic", "branch v1", "hex", "tag trunk",
                "remote"])
            self.notes.add(kind)
            if kind == "tag topic":
                run(*g, "tag", "topic", at())
            elif kind == "branch v1":
                run(*g, "update-ref", "refs/heads/v1", at())
                self.refs.append("v1")
            elif kind == "hex":
                h = self.id[r.choice(self.main)][:r.choice([7, 12])]
                run(*g, "update-ref", "refs/heads/" + h, at())
                self.refs.append(h)
            elif kind == "tag trunk":
                run(*g, "tag", self.trunk, at())
            else:
                run(*g, "update-ref", "refs/heads/origin/" + self.trunk, at())
                self.refs.append("origin/" + self.trunk)
        if (len(self.refs) > 1 and "origin/" + self.trunk in self.refs and
                r.random() < .6):
            run(*g, "symbolic-ref", "refs/remotes/origin/HEAD",
                "refs/remotes/origin/" + self.trunk)
        if self.main and r.random() < .2:
            run(*g, "pack-refs", "--all")
            run(*g, "repack", "-q", "-a", "-d")
            if r.random() < .5:
                run(*g, "commit-graph", "write", "--reachable",
                    stderr=subprocess.DEVNULL)
        where = self.trunk
        if self.topic and r.random() < .7:
            where = "topic"
        elif self.orphan and r.random() < .3:
            where = "orphan"
        elif self.commits and r.random() < .12:
            where = self.id[r.choice(self.main + self.topic)]
            if r.random() < .1 and self.side:
                where = self.id[r.choice(self.side)]
        self.repo = src
        self.where = where
        u = r.random()
        if not self.commits:
            pass
        elif u < .1 and self.topic + self.main:                 # shallow
            self.repo = os.path.join(top, "repo")
            run(*g, "checkout", "-q", where, "--", stderr=subprocess.DEVNULL)
            run("git", "clone", "-q", "--no-single-branch", "--depth",
                r.choice([1, 2, 3, 6, 12, 30]),
                "file://" + src, self.repo, stderr=subprocess.DEVNULL)
            self.notes.add("shallow")
            for b in (self.trunk, "topic"):
                run("git", "-C", self.repo, "branch", b, "origin/" + b,
                    check=False, stderr=subprocess.DEVNULL)
            run("git", "-C", self.repo, "checkout", "-q", where, check=False,
                stderr=subprocess.DEVNULL)
        elif u < .13:                                           # bare
            self.repo = os.path.join(top, "repo.git")
            run(*g, "checkout", "-q", where, "--", stderr=subprocess.DEVNULL)
            run("git", "clone", "-q", "--mirror", src, self.repo,
                stderr=subprocess.DEVNULL)
            self.notes.add("bare")
        elif u < .21:                                           # worktree
            self.repo = os.path.join(top, "w t")
            run(*g, "worktree", "add", "-q", "--force", self.repo, where,
                stderr=subprocess.DEVNULL)
        else:
            run(*g, "checkout", "-q", where, "--")
        self.git = ["git", "-C", self.repo]
        common = run(*self.git, "rev-parse", "--git-common-dir",
            stdout=subprocess.PIPE, text=True).stdout.strip()
        common = os.path.join(self.repo, common)
        os.makedirs(os.path.join(common, "info"), exist_ok=True)
        with open(os.path.join(common, "info", "exclude"), "a") as f:
            f.write(".cargo\n.bench-history\n")
        p = run(*self.git, "rev-parse", "-q", "--verify", "HEAD^{commit}",
            check=False, stdout=subprocess.PIPE, text=True)
        self.head = p.stdout.strip()
        self.dirty = False
        if self.commits and r.random() < .25 and "bare" not in self.notes:
            self.dirty = True
            how = r.choice(["edit", "new", "staged", "gone", "mode", "newdir",
                "nested", "unborn", "samesize", "link"])
            f = os.path.join(self.repo, "file.txt")
            if how == "edit":
                open(f, "a").write("edited\n")
            elif how == "new":
                open(os.path.join(self.repo, "new file"), "w").write("x")
            elif how == "newdir":
                os.makedirs(os.path.join(self.repo, "d/e"))
                open(os.path.join(self.repo, "d/e/f"), "w").write("x")
            elif how == "staged":
                open(f, "a").write("edited\n")
                run(*self.git, "add", "file.txt")
            elif how == "nested":
                run("git", "init", "-q", os.path.join(self.repo, "inner"))
            elif how == "unborn":
                run(*self.git, "rm", "-q", "--cached", "file.txt")
            elif how == "samesize":
                st = os.stat(f)
                open(f, "w").write("y\n")
                os.utime(f, ns=(st.st_atime_ns, st.st_mtime_ns))
            elif how == "link":
                os.unlink(f)
                os.symlink("n", f)
            elif how == "mode":
                os.chmod(f, 0o755)
            else:
                os.unlink(f)
        elif self.commits and r.random() < .2 and "bare" not in self.notes:
            how = r.choice(["ignored", "touched", "emptydir", "mode",
                "ignoreddir", "renormal"])
            if how == "ignored":
                open(os.path.join(self.repo, "ignored"), "w").write("x")
            elif how == "mode":
                run(*self.git, "config", "core.fileMode", "false")
                os.chmod(os.path.join(self.repo, "file.txt"), 0o755)
            elif how == "ignoreddir":
                os.makedirs(os.path.join(self.repo, "sub/ignored"))
                open(os.path.join(self.repo, "sub/ignored/x"), "w").write("x")
            elif how == "renormal":
                run(*self.git, "config", "core.autocrlf", "input")
            elif how == "touched":
                os.utime(os.path.join(self.repo, "file.txt"))
            else:
                os.makedirs(os.path.join(self.repo, "empty"))

    def make_config(self):
        r = self.r
        self.ignore, self.default = [], None
        if r.random() < .3:
            self.ignore = [r.choice(["foo", "pa", "header", "a b", "größe",
                "zz", "foo/b", "日", "\""]) for _ in range(r.randrange(1, 3))]
        if self.trunk not in ("main", "master") and r.random() < .8:
            self.default = self.trunk
        elif r.random() < .15:
            self.default = r.choice([self.trunk, "nowhere", "origin/" +
                self.trunk, "topic", "v1"])
        os.makedirs(os.path.join(self.repo, ".cargo"), exist_ok=True)
        q = lambda s: json.dumps(s, ensure_ascii=False)
        with open(os.path.join(self.repo, ".cargo", "bench_history.toml"),
            "w") as f:
            f.write("[project]\nid = %s\n" % q(self.project))
            if self.default:
                f.write("default_branch = %s\n" % q(self.default))
            if self.ignore:
                f.write("[ignore]\nbenchmarks = [%s]\n" %
                    ", ".join(q(x) for x in self.ignore))
        with open(os.path.join(self.repo, ".bench-history"), "w") as f:
            f.write("[project]\n\tid = %s\n" % q(self.project))
            if self.default:
                f.write("\tdefaultBranch = %s\n" % q(self.default))
            if self.ignore:
                f.write("[analysis]\n" + "".join("\tignore = %s\n" % q(x)
                    for x in self.ignore))

    # ---- the store
    def seg(self, s):
        out = "".join(c.lower() if c.isascii() and (c.isalnum() or c in "-_.")
            else "_" for c in s)
        return out if out.strip(".") else "_"

    def write(self, key, body, mangle=None):
        p = os.path.join(self.store, key)
        os.makedirs(os.path.dirname(p), exist_ok=True)
        data = body if isinstance(body, bytes) else json.dumps(body, indent=2,
            ensure_ascii=False).encode()
        with open(p, "wb") as f:
            with gzip.GzipFile(filename="", mode="wb", fileobj=f, mtime=0,
                compresslevel=1) as z:
                z.write(data)
        if mangle:
            raw = open(p, "rb").read()
            open(p, "wb").write(mangle(raw))

    def num(self, x):
        if self.precise or not math.isfinite(x):
            return x
        return float("%.13g" % x)

    def make_series(self, kind):
        """a function: position (or None off the line), rng -> metric"""
        r = self.r
        base = r.choice([1000.0, 1e3, 12.5, 3.7e6, 1e-7, 1e12, 250000.0, 40.0,
            7.0, 0.0] + ([-50.0, 1e300, 1e-300] if r.random() < .1 else []))
        sd = r.choice([0, 0, .001, .01, .01, .03, .05, .1])
        ints = kind not in KINDS[:2] and r.random() < .9
        moves, L = [], max(1, len(self.main))
        for _ in range(r.choice([0, 0, 1, 1, 1, 2, 3])):
            moves.append((r.choice([r.randrange(L),
                max(0, L - r.randrange(1, 12))]),
                    r.choice([.5, .8, .9, .95, .97, 1.02, 1.03, 1.05, 1.1, 1.2,
                        1.5, 2, 10])))
        drift = r.choice([0] * 6 + [.1, .3, -.2]) / L
        spike = r.choice([0, 0, 0, .05])
        modes = r.choice([0] * 6 + [.08, .3])
        ivl = r.choice([None, None, "rel",
            "wide"]) if kind in KINDS[:2] or r.random() < .2 else None
        half = r.choice([.001, .01, .03, .1])
        bump = r.choice([0, 0, .03, .06, .1, .5, -.1, -.3])
        def draw(at, where):
            v = base
            i = len(self.main) if at is None else at
            for k, m in moves:
                if i >= k:
                    v *= m
            v *= 1 + drift * i
            v *= 1 + r.gauss(0, sd)
            if r.random() < spike:
                v *= 1.5
            if modes and r.random() < .4:
                v *= 1 + modes
            if where == "topic":
                v *= 1 + bump
            if base == 0 and r.random() < .2:
                v = r.choice([0.0, 1.0, 2.0, -0.0])
            if ints and abs(v) < 1e15:
                v = float(round(v))
            v = self.num(v)
            m = {"kind": kind, "value": v}
            if r.random() < .2:
                m["std_dev"] = self.num(abs(v) * .01)
            if ivl:
                h = half * abs(v) * (1 if ivl == "rel"
                    else r.choice([.5, 1, 3]))
                m["interval_low"], m["interval_high"] = self.num(
                    v - h), self.num(v + h)
                if r.random() < .02:
                    del m["interval_low"], m["interval_high"]
            if r.random() < .3 and v == int(v) and abs(v) < 1e15:
                m["value"] = int(v)
            return m
        return draw

    def make_store(self):
        r = self.r
        self.store = os.path.join(self.top, "store")
        os.makedirs(self.store)
        self.triples = [self.host[0]] + r.sample(TRIPLES[1:],
            r.randrange(0, 2))
        self.machines = r.sample([self.host[1], "00000000deadbeef", "ci-pool",
            "ci"], r.choice([1, 1, 2, 3]))
        engines = r.sample(list(OF), r.choice([1, 1, 2, 3]))
        sets = [(e, t, m) for e in engines for t in self.triples
            for m in self.machines]
        r.shuffle(sets)
        sets = sets[:r.choice([1, 2, 2, 3, 5])]
        self.sets = sets
        self.P = self.seg(self.project)
        self.ids = {}
        self.odd = r.choice([""] * 20 + ["half", "kind", "id", "null", "null"])
        if self.odd in ("half", "kind", "id"):
            self.notes.add(self.odd)
        self.keys = []
        density = r.choice([1, 1, 1, .9, .6, .2])
        tipp = r.choice([1, 1, 1, .5])
        pos = {c: i for i, c in enumerate(self.main)}
        for s in sets:
            e = s[0]
            bench = []
            for _ in range(r.choice([1, 2, 4, 4, 8, 20]) if r.random() < .99
                else 700):
                ident = [r.choice(NAMES[:3] if r.random() < .5 else NAMES)
                    for _ in range(r.choice([1, 2, 2, 3]))]
                if ident in [b[0] for b in bench]:
                    continue
                kinds = r.sample(OF[e], r.randrange(1, len(OF[e]) + 1))
                if r.random() < .05:
                    kinds = r.sample(KINDS, 3)
                life = (0, 1 << 30)
                if r.random() < .15:
                    a = r.randrange(0, len(self.commits) + 1)
                    life = (a, 1 << 30) if r.random() < .5 else (0, a)
                gap = r.choice([0, 0, 0, .1, .5])
                bench.append((ident, [(k, self.make_series(k)) for k in kinds],
                    life, gap))
            self.ids[s] = bench
            tips = {self.main[-1] if self.main else None, self.topic[-1]
                if self.topic else None}
            places = [(c, "main") for c in self.main] + [(c, "topic")
                for c in self.topic]
            places += [(c, "side") for c in self.side] + [(c, "orphan")
                for c in self.orphan]
            for c, where in places:
                p = tipp if c in tips else density if where == "main" else .5
                if where == "main" and r.random(
                    ) < p or where != "main" and r.random() < p:
                    self.put(s, bench, self.id[c], "clean.json", pos.get(c),
                        where, c)
                d = .03 if where == "main" else .25
                if c in tips:
                    d = .3
                if r.random() < d:
                    for k in range(r.choice([1, 1, 2, 3])):
                        self.put(s, bench, self.id[c], "dirty-%d.json" %
                            r.randrange(10 ** 9, 2 * 10 ** 9), pos.get(c),
                                where, c)
            for _ in range(r.choice([0, 0, 1, 2])):
                h = r.choice(["unknown", "%040x" % r.getrandbits(160), "UPPER",
                    (self.id[r.choice(self.main)].upper() if self.main
                        else "x"),
                              self.id[r.choice(self.main)][:12] if self.main
                                  else "y"])
                self.put(s, bench, h, r.choice(["clean.json",
                    "dirty-1700000000.json"]), None, "main", 0)
        # names that are none
        if r.random() < .3 and self.keys:
            k = r.choice(self.keys)
            d = os.path.dirname(k)
            for n in r.sample(["notes.json", "Clean.json", "clean.json.gz",
                ".cbh-tmp-abcdef", "dirty-.json", "dirty-1e3.json",
                               "dirty-9223372036854775808.json",
                                   "clean.json.json", "x.txt",
                                       "dirty-1_0.json"], 3):
                self.write(os.path.join(d, n), b"rubbish")
            for alt in r.sample([("v2", 0), ("dhat", 3), ("data", 2)], 1):
                q = k.split("/")
                q[alt[1]] = alt[0]
                self.write("/".join(q), b"rubbish")
        if r.random() < .08 and self.keys:     # the engine in capitals
            k = r.choice(self.keys).split("/")
            k[3] = k[3].upper()
            self.rename(r.choice(self.keys), "/".join(k))
            self.notes.add("capitals")
        if r.random() < .05:
            k = [k for k in self.keys if "/dirty-" in k]
            if k:
                k = r.choice(k)
                self.rename(k, os.path.dirname(k) + "/" +
                    r.choice(["dirty-007.json", "dirty--5.json",
                        "dirty-+5.json"]))
        self.bad = []
        self.bless()
        if r.random() < .08 and self.keys:
            self.notes.add("bad")
            for k in r.sample(self.keys, min(len(self.keys),
                r.choice([1, 2]))):
                p = os.path.join(self.store, k)
                if not os.path.exists(p):
                    continue
                raw = open(p, "rb").read()
                body = gzip.decompress(raw)
                z = lambda b: gzip.compress(b, 1, mtime=0)
                how = r.choice(["cut", "plain", "crc", "empty", "json",
                    "noresults", "null", "segments", "utf8", "bom", "huge",
                        "after", "member"])
                new = {"cut": raw[:-5], "plain": body, "crc": raw[:-8] +
                    b"\0\0\0\0" + raw[-4:], "empty": b"", "json": z(body[:-3]),
                       "noresults": z(b'{"context": {}}'),
                           "null": z(re.sub(rb'"value": [^,\n]*',
                               b'"value": null', body)),
                       "segments": z(re.sub(rb'"segments": \[[^]]*\]',
                           b'"segments": []', body)),
                               "utf8": z(body.replace(b'"id"', b'"id\xff"')),
                       "bom": z(b"\xef\xbb\xbf" + body),
                           "huge": z(re.sub(rb'"value": [^,\n]*',
                               b'"value": 1e400', body)),
                       "after": z(body + b"x"), "member": raw +
                           b"trailing"}[how]
                open(p, "wb").write(new)
                self.bad.append(k)

    def cleaned(self):
        d = os.path.join(self.top, "clean store")
        if not os.path.exists(d):
            shutil.copytree(self.store, d)
            for k in self.bad:
                if os.path.exists(os.path.join(d, k)):
                    os.unlink(os.path.join(d, k))
        return d

    def rename(self, a, b):
        a, b = (os.path.join(self.store, x) for x in (a, b))
        if os.path.exists(a):
            os.makedirs(os.path.dirname(b), exist_ok=True)
            os.rename(a, b)

    def put(self, s, bench, commit, name, at, where, c):
        r, res = self.r, []
        odd = self.odd
        for ident, series, life, gap in bench:
            if not life[0] <= c < life[1] or r.random() < gap:
                continue
            ms = [f(at, "topic" if where == "topic" or name != "clean.json" and
                r.random() < .5 else where) for _, f in series
                    if r.random() < .97]
            if r.random() < .05:
                ms.append({"kind": r.choice(["estimated_cycles", "l1_hits",
                    "wall time"]), "value": 7})
            r.shuffle(ms)
            if odd == "half" and ms and r.random() < .2:
                ms[0].pop("interval_low", None)
            if odd == "kind" and ms and r.random() < .1:
                ms.append(dict(ms[0], value=ms[0]["value"] * 1.01))
            if odd == "id" and ms and r.random() < .1:
                res.append({"id": {"segments": ident},
                    "metrics": [dict(ms[0], value=ms[0]["value"] * 1.01)]})
            if odd == "null" and ms:
                ms[0].setdefault("interval_low", None)
                ms[0]["std_dev"] = r.choice([None, "x", [1]])
            x = {"id": {"segments": ident}, "metrics": ms}
            if r.random() < .05:
                x["extra"] = {"value": None, "metrics": [1]}
            res.append(x)
        if r.random() < .3:
            r.shuffle(res)
        body = {"schema_version": r.choice([5, 5, 5, 1, 3]),
            "context": r.choice([{}, {"observation": "2026-01-01T00:00:00Z"},
                None]), "results": res}
        if r.random() < .1:
            del body["context"]
        key = "v1/%s/objects/%s/%s/%s/%s/%s" % (self.P, s[0], s[1], s[2],
            commit, name)
        self.keys.append(key)
        self.write(key, body)

    def bless(self):
        r = self.r
        self.blessed = []
        if r.random() < .5 or not self.commits:
            return
        for _ in range(r.choice([1, 1, 2, 4])):
            c = r.choice((self.main[-25:] * 3 + self.topic + self.side +
                self.orphan) or [0])
            commit = self.id[c]
            if r.random() < .05:
                commit = "%040x" % r.getrandbits(160)
            pre = [r.choice(["parse", "parse/h", "foo", "a b", "headers/",
                "größ", "nothing", "日本語/", "-dash"])
                    for _ in range(r.choice([0, 1, 1, 2]))]
            body = {"schema_version": r.choice([2, 2, 99]), "commit": commit,
                "issued_at": "2026-03-0%dT00:00:00%sZ" %
                    (r.randrange(1, 9), r.choice(["", ".5", ".123456789"])),
                    "prefixes": pre, "tool_version": "0.5.0"}
            if r.random() < .4:
                e, t, m = r.choice(self.sets)
                key = "v1/%s/objects/%s/%s/%s/%s/bless-%d.json" % (self.P, e,
                    t, m, commit, r.randrange(10 ** 9, 2 * 10 ** 9))
            else:
                some = lambda xs, other: [] if r.random() < .6 else r.sample(
                    sorted(set(xs)) + [other], 1 + (r.random() < .3))
                body["scope"] = {"engine": some([s[0] for s in self.sets],
                    "criterion2" if r.random() < .1 else "all_the_time"),
                                 "target_triple": some([s[1]
                                     for s in self.sets], "other-triple"),
                                         "machine_key": some([s[2]
                                             for s in self.sets],
                                                 "1111111111111111")}
                body["scope"] = {k: list(dict.fromkeys(v)) for k,
                    v in body["scope"].items()}
                if r.random() < .1:
                    body["scope"] = {k: [x.upper() for x in v] for k,
                        v in body["scope"].items()}
                key = "v1/%s/objects/blessings/%s/bless-%d.json" % (self.P,
                    commit, r.randrange(1, 2 * 10 ** 18))
            if r.random() < .06:
                bad = r.choice(["scope", "axis", "commit", "prefix", "json",
                    "extra", "issued", "noprefixes"])
                if bad == "scope":
                    body.pop("scope", None)
                elif bad == "axis" and "scope" in body:
                    del body["scope"]["engine"]
                elif bad == "extra" and "scope" in body:
                    body["scope"]["os"] = []
                elif bad == "commit":
                    body["commit"] = commit[:12]
                elif bad == "prefix":
                    body["prefixes"] = [""]
                elif bad == "issued":
                    body["issued_at"] = "yesterday"
                elif bad == "noprefixes":
                    del body["prefixes"]
                elif bad == "json":
                    self.write(key, b"{")
                    self.bad.append(key)
                    continue
                if bad not in ("issued", "extra", "axis",
                    "scope") or "blessings/" in key and bad != "issued":
                    self.bad.append(key)
            self.blessed.append(commit)
            self.write(key, body)

    # ---- calls
    def filters(self, kind=""):
        r, o = self.r, []
        u = r.random()
        if u < .6:
            o = ["--target-triple", "all", "--machine-key", "all"]
        elif u < .7:
            o = []
        else:
            t = r.choice(self.sets)
            if r.random() < .7:
                o += ["--target-triple", r.choice([t[1], t[1].upper(), "all",
                    "ALL"])]
            if r.random() < .7:
                o += ["--machine-key", r.choice([t[2], t[2].upper(), "all",
                    "none"])]
                if r.random() < .3:
                    o += ["--machine-key", r.choice(self.sets)[2]]
        if r.random() < .25:
            o += ["--engine", r.choice([r.choice(self.sets)[0], "criterion",
                "CALLGRIND", "all"])]
            if r.random() < .3:
                o += ["--engine", r.choice(list(OF))]
            if r.random() < .03:
                o += ["--engine", "dhat"]
        return o

    def ref(self):
        r = self.r
        names = self.refs + ["HEAD", "@"]
        u = r.random()
        n = r.choice(names)
        if u < .5 or not self.commits:
            return n
        if u < .75:
            return n + r.choice(["~1", "~2", "^", "^0", "^{commit}", "^2",
                "~8", "^{}", "~"])
        h = self.id[r.randrange(len(self.commits))]
        if u < .9:
            return r.choice([h, h[:12], h[:7], h.upper()])
        return r.choice(["nowhere", "HEAD:file.txt", ":/change 3",
            "HEAD^{tree}", "refs/heads/topic", "heads/" + self.trunk, "@{0}",
                "HEAD^{/change}",
                         "", " ", "HEAD ", "main..topic", "^main",
                             "FETCH_HEAD", "origin", "tags/v1", "main@{u}",
                                 "a..b", "-x", "main:"])

    def since(self):
        r = self.r
        u = r.random()
        if u < .45:
            return r.choice(["2025-01-01", "2025-01-01T00:00:00Z", "20250101",
                "9999 days", "10 years ago"])
        t = self.commits[r.randrange(len(self.commits))][
            0] if self.commits else NOW
        if u < .7:
            d = time.gmtime(t)
            z = r.choice([("Z", 0), ("+02:00", 7200), ("-08:00", -28800),
                ("+12:45", 45900), ("z", 0)])
            d = time.gmtime(t + z[1])
            return time.strftime("%Y-%m-%dT%H:%M:%S",
                d) + r.choice(["", "", ".5", ".000000001"]) + z[0]
        if u < .8:
            return time.strftime("%Y-%m-%d", time.gmtime(t))
        # no relative form so near a commit that a second counts
        forms = ["6 months ago", "3 months", "1 year", "1y 1mo", "2w", "36h",
            "P6M", "-P6M", "P1Y2M3DT4H5M6S", "1 month, 1 day", "+6 months",
                "1.5h",
                 "90 days", "10 minutes", "400d", "12 weeks ago", "1 mo",
                     "5 hrs", "PT36H", "P2W", "1 d 2 h"]
        bad = ["yesterday", "90", "6 Months", "in 6 months", "1 fortnight",
            "12:00", "", "now", "commit", "2026-13-01", "2026-02-30",
                "6months", "6  months", "P", "1 day ago ago",
               "1 week, 2 days ago", "2026-01-01 00:00:00Z", "2026-1-1", "p6m",
                   "P6m", "1.5 days", "1.5 months", "-3 days", "- 3 days",
                       "3 days -2 hours", "1 h 1 h", "1h 1d",
               "2026-01-01T05:00:00", "2026-01-01T05Z", "99999999 years",
                   "0 days", " 6 months ", "6\tmonths", "six months",
                       "1e2 days", "1,5h", "PT1.5H", "2026-W10-1",
                           "2026-01-01[UTC]", "@1700000000", "-2025-01-01",
                               "02025-01-01",
               "1day", "1day2h", "1 day and 2 hours", "1mo1d", "1 us", "1 ms",
                   "1 nanosecond", "2026-01-01T24:00:00Z",
                       "2026-06-30T23:59:60Z", "2026-01-01T00:00:00+0200",
                           "2026-01-01T00:00:00+02"]
        return r.choice(forms if u < .94 else bad)

    def options(self, verb):
        r, o = self.r, self.filters()
        if r.random() < .3:
            o += ["--context=" + self.ref()]
        if verb != "unbless" and r.random() < .2:
            o += ["--base=" + self.ref()]
        if verb in ("analyze", "list", "examine", "prune"):
            if verb != "prune" and r.random() < .85 or r.random() < .3:
                o += ["--since=" + self.since()]
        if verb in ("analyze", "list", "examine") and r.random() < .2:
            o += ["--no-dirty"]
        return o

    def snapshot(self, n, commit):
        """a file of --current-collection"""
        r = self.r
        sets = [x for x in self.sets if len(x[2]) == 16] or [(self.sets[0][0],
            self.sets[0][1], self.host[1])]
        t, m = r.choice(sets)[1:]
        runs = []
        for e, t2, m2 in sets:
            if (t2, m2) != (t, m) or e in [x["engine"] for x in runs]:
                continue
            res, ids = [], []
            for ident, series, life, gap in self.ids.get((e, t, m), []):
                ms = [f(None, "topic") for k, f in series if k in OF[e] and
                    r.random() < .9]
                if ms and r.random() < .8:
                    res.append({"id": {"segments": ident}, "metrics": ms})
            if r.random() < .2:
                res.append({"id": {"segments": ["brand", "new"]},
                    "metrics": [{"kind": OF[e][0], "value": 5.0}]})
            if res and r.random() < .9:
                runs.append({"engine": e,
                    "context": {"observation": "2026-01-01T00:00:00Z",
                        "git": {"commit": commit, "branch": None,
                            "dirty": False},
                    "env": {"provider": "local", "run_id": None,
                        "pull_request": None},
                            "toolchain": {"target_triple": t,
                                "rustc_version": None},
                                    "tool_version": "0.5.0",
                    "machine": {"processors": 2, "memory_regions": 1,
                        "processor_models": [], "processor_speeds": [],
                            "fingerprint": m}, "best_of": 1}, "results": res})
        doc = {"version": 1, "project": self.P, "commit": commit,
            "target_triple": t, "machine_key": m, "runs": runs}
        if r.random() < .06:
            k = r.choice(list(doc))
            doc[k] = r.choice([2, "other", None, []])
        p = os.path.join(self.top, "snap%d.json" % n)
        open(p, "w", encoding="utf-8").write(json.dumps(doc,
            ensure_ascii=r.random() < .5))
        return p

    def current(self):
        r = self.r
        o, commit = ["analyze"], self.head or "0" * 40
        if r.random() < .3 and self.commits:
            commit = self.id[r.choice((self.main +
                self.topic))] if self.main + self.topic else commit
            o.append("--context=" + commit)
        if r.random() < .05:
            commit = "f" * 40
        for i in range(r.choice([1, 1, 1, 2])):
            o.append("--current-collection=" + self.snapshot(i, commit))
        o.append("--since=2025-01-01")
        if r.random() < .4:
            o.append("--no-dirty")
        if r.random() < .1:
            o.append("--base=" + self.ref())
        if r.random() < .05:
            o += ["--engine", "all"]
        if r.random() < .1:
            o.append("parse")
        return o

    def ident(self):
        b = self.r.choice(self.ids[self.r.choice(self.sets)] or
            [(["x"], [("wall_time", None)])])
        return "/".join(b[0]), self.r.choice(b[1])[0]

    def calls(self, n):
        r, out = self.r, []
        for _ in range(n):
            verb = r.choice(["analyze"] * 6 + ["runs", "runs", "discriminants",
                "blessings", "blessings-all", "blessings-all",
                             "examine", "examine", "prune", "prune!",
                                 "unbless!", "bless!", "current", "current"])
            if verb == "analyze":
                o = ["analyze"] + self.options(verb)
                if r.random() < .2:
                    for _ in range(r.choice([1, 1, 2])):
                        i = self.ident()[0]
                        o.append(r.choice([i, i[:3], "parse", "foo",
                            "nothing/at/all", ""]))
                    o = [o[0]] + [x for x in o[1:] if x.startswith("--") or
                        x in o[1:]]
            elif verb == "current":
                o = self.current()
            elif verb == "runs":
                o = ["list", "runs"] + self.options("list")
            elif verb == "discriminants":
                o = ["list", "discriminants"] + (self.filters()
                    if r.random() < .5 else [])
            elif verb == "blessings":
                o = ["list", "blessings"] + self.options("list")
                if self.blessed and r.random() < .6:
                    o = [x for x in o
                        if not x.startswith("--context")] + ["--context=" +
                            r.choice(self.blessed)]
            elif verb == "blessings-all":
                o = ["list", "blessings", "--all"] + self.options("list")
            elif verb == "examine":
                i, k = self.ident()
                if r.random() < .1:
                    i, k = r.choice([("", k), ("nothing", k), (i, "wall"),
                        (i, "gpu_time"), (i, r.choice(KINDS))])
                o = ["examine"] + self.options(verb) + ["--benchmark=" + i,
                    "--metric=" + k]
            elif verb.startswith("prune"):
                o = ["prune"] + self.options("prune")
                o += r.choice([["--all"], ["--clean"], ["--dirty"],
                    ["--clean", "--dirty"], ["--include-blessings"],
                        ["--all", "--include-blessings"], [],
                            ["--dirty", "--include-blessings"]])
                if r.random() < .4:
                    o += ["--prune-base"]
                if r.random() < .25 and self.commits:
                    o += [r.choice(
                        [self.id[r.randrange(len(self.commits))][:r.choice([1,
                            2, 7, 40])].upper() if r.random() < .5
                                else self.id[r.randrange(len(self.commits))],
                                    "zzz", "a"])]
                if verb == "prune":
                    o += ["--dry-run"]
            else:
                verb = verb[:-1]
                o = [verb] + self.options(verb)
                if self.blessed and r.random() < .7:
                    o = [x for x in o
                        if not x.startswith("--context")] + ["--context=" +
                            r.choice(self.blessed)]
                if verb == "bless":
                    o += r.choice([["--all"], ["parse/"], ["a", "b"], [], [""],
                        ["--all", "x"], ["größe"], ["x", "x"]])
            out.append(o)
        return out
