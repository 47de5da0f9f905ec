#include "edge/remove.h"

#include "base/log.h"
#include "edge/extend.h"
#include "edge/json.h"

static int
key_of(struct bh_remove *r, struct bh_remove_item *x, enum bh_rtype type,
    struct bh_err *err)
{
	struct bh_blessing b;
	struct bh_object o;

	if (type == BH_R_OBJECT) {
		if (bh_json_read_object(x->line, &r->arena, &o, err) == -1)
			return -1;
		x->text = o.key;
	} else {
		if (bh_json_read_blessing(x->line, &r->arena, &b, err) == -1)
			return -1;
		x->text = b.key;
	}
	if (!bh_key_parse(x->text, &x->key) || !bh_key_ok(x->text))
		return bh_fail(err, BH_DATA, "'%.*s' is no key of an object",
		    BH_FMT(x->text));
	x->blessing = x->key.what == BH_KEY_BLESS ||
	    x->key.what == BH_KEY_BLESS_SET;
	if (x->blessing != (type == BH_R_BLESSING))
		return bh_fail(err, BH_DATA, "'%.*s' is no key of a record "
		    "of this type", BH_FMT(x->text));
	x->named = true;
	return 0;
}

static int
selected(struct bh_remove *r, struct bh_str line, struct bh_err *err)
{
	struct bh_selection x;

	if (bh_json_read_selection(line, &r->arena, &x, err) == -1)
		return -1;
	r->selected = x.filters;
	return 0;
}

int
bh_remove_take(struct bh_remove *r, struct bh_str line, enum bh_rtype type,
    struct bh_err *err)
{
	struct bh_remove_item *x;

	r->item = bh_more(&r->arena, r->item, r->n, &r->cap,
	    sizeof(*r->item));
	x = &r->item[r->n];
	*x = (struct bh_remove_item){ .line = bh_str_dup(&r->arena, line) };
	if ((type == BH_R_OBJECT || type == BH_R_BLESSING) &&
	    key_of(r, x, type, err) == -1)
		return -1;
	if (type == BH_R_SELECTION && selected(r, x->line, err) == -1)
		return -1;
	r->n++;
	return 0;
}

void
bh_remove_free(struct bh_remove *r)
{
	bh_arena_free(&r->arena);
}

/* --- the plan -------------------------------------------------------------- */

static bool
everything(const struct bh_scope *s)
{
	int x;

	for (x = 0; x < BH_AXES; x++)
		if (s->axis[x].n > 0)
			return false;
	return true;
}

/*
 * The scope of a project's blessing.  Where all goes, a damaged record goes as
 * well: how else would it.
 */
static int
read_scope(struct bh_remove *r, struct bh_store_reader *reader,
    struct bh_remove_item *x, bool all, struct bh_err *err)
{
	struct bh_buf body = BH_BUF_INIT;
	int got = bh_store_get(reader, x->text, &body, err);

	x->body.commit = x->key.commit;
	if (got == 0 && (got = bh_json_read_bless(bh_str_dup(&r->arena,
	    bh_buf_of(&body)), &r->arena, &x->body, err)) == -1)
		bh_err_at(err, "%.*s", BH_FMT(x->text));
	bh_buf_free(&body);
	if (got == -1 && all && err->status == BH_DATA) {
		bh_warn("%s", err->msg);
		x->body.has_body = false;
		got = 0;
	}
	if (got == 1) {		/* gone in the meantime */
		x->left = true;
		got = 0;
	}
	return got;
}

static int
plan_one(struct bh_remove *r, struct bh_store_reader *reader,
    struct bh_remove_item *x, const struct bh_scope *scope,
    struct bh_err *err)
{
	bool all = everything(scope);

	if (x->key.what != BH_KEY_BLESS) {
		x->left = !bh_scope_covers(scope, bh_key_set(&r->arena,
		    &x->key));
		return 0;
	}
	if (read_scope(r, reader, x, all, err) == -1)
		return -1;
	if (x->left || all)
		return 0;
	x->left = !bh_scope_meets(scope, &x->body.scope);
	if (x->left || bh_scope_holds(scope, &x->body.scope))
		return 0;
	return bh_fail(err, BH_NO, "%.*s: its scope %s is wider than %s: "
	    "nothing is removed", BH_FMT(x->text),
	    bh_scope_text(&r->arena, &x->body.scope).p,
	    bh_scope_text(&r->arena, scope).p);
}

int
bh_remove_plan(struct bh_remove *r, struct bh_store *s,
    const struct bh_scope *scope, struct bh_err *err)
{
	struct bh_store_reader reader;
	size_t i;
	int got = 0;

	bh_store_reader_init(&reader, s);
	for (i = 0; i < r->n && got == 0; i++)
		if (r->item[i].named)
			got = plan_one(r, &reader, &r->item[i], scope, err);
	bh_store_reader_free(&reader);
	return got;
}

/* --- removing -------------------------------------------------------------- */

static int
put_item(const struct bh_remove_item *x, bool dry, struct bh_out *out,
    struct bh_err *err)
{
	static const char *const drop[] = {
		"issued_at", "prefixes", "scope", "status", NULL
	};
	const struct bh_blessing *b = &x->body;
	struct bh_emit e;
	size_t i;

	if (bh_extend(&out->buf, x->line, b->has_body ? drop : drop + 3, &e,
	    err) == -1)
		return -1;
	if (b->has_body) {
		bh_emit_s(&e, "issued_at", b->issued_at);
		bh_emit_open(&e, "prefixes", '[');
		for (i = 0; i < b->prefixes.n; i++)
			bh_emit_s(&e, NULL, b->prefixes.v[i]);
		bh_emit_close(&e, ']');
		bh_json_emit_scope(&e, "scope", &b->scope);
	}
	bh_emit_z(&e, "status", dry ? "would_remove" : "removed");
	bh_emit_close(&e, '}');
	bh_out_line(out);
	return 0;
}

/* 0 it is gone (dry: it would be), 1 it was not there, -1 */
static int
drop_one(struct bh_store *s, struct bh_str key, bool dry, struct bh_err *err)
{
	int there;

	if (!dry)
		return bh_store_remove(s, key, err);
	there = bh_store_has(s, key, err);
	return there == -1 ? -1 : !there;
}

int
bh_remove_run(struct bh_remove *r, struct bh_store *s, bool dry,
    struct bh_out *out, struct bh_err *err)
{
	struct bh_removal account = { .dry_run = dry };
	struct bh_remove_item *x;
	size_t i;
	int got;

	for (i = 0; i < r->n; i++) {
		x = &r->item[i];
		if (!x->named) {
			bh_out_copy(out, x->line);
			continue;
		}
		if (x->left)
			continue;
		if ((got = drop_one(s, x->text, dry, err)) == -1)
			return -1;
		if (got == 1) {
			bh_warn("%.*s: is not there any more",
			    BH_FMT(x->text));
			continue;
		}
		if (x->blessing)
			account.blessings++;
		else
			account.objects++;
		if (put_item(x, dry, out, err) == -1)
			return -1;
	}
	bh_json_put_removal(&out->buf, &account);
	bh_out_line(out);
	return 0;
}
