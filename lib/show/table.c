/* A report as CSV: a finding a line. */
#include "show/csv.h"
#include "show/render.h"

static void
branch(struct bh_csv *c, const struct bh_finding *f)
{
	const struct bh_branch_range *g = &f->branch;
	bool has = f->has_branch;

	bh_csv_num(c, "reference_count", has, (double)g->reference_count);
	bh_csv_num(c, "reference_min", has, g->reference_min);
	bh_csv_num(c, "reference_max", has, g->reference_max);
	bh_csv_num(c, "excess", has, g->excess);
	bh_csv_num(c, "median_delta", f->has_median_delta, f->median_delta);
	bh_csv_str(c, "base_commit", f->base_commit);
}

static void
scan(struct bh_csv *c, const struct bh_report *r, const struct bh_finding *f)
{
	bool has = r->scan && f->has_rank;

	bh_csv_num(c, "p", r->scan && f->has_p, f->p);
	bh_csv_num(c, "rank", has, (double)f->rank);
	bh_csv_num(c, "threshold", has, f->threshold);
	bh_csv_num(c, "effect_low", f->has_effect, f->effect_low);
	bh_csv_num(c, "effect_high", f->has_effect, f->effect_high);
	bh_csv_str(c, "suspect_good",
	    f->has_suspect ? f->suspect.good : BH_STR_NONE);
	bh_csv_str(c, "suspect_bad",
	    f->has_suspect ? f->suspect.bad : BH_STR_NONE);
}

/* Also the row of names, then of no finding at all. */
static void
row(struct bh_csv *c, const struct bh_report *r, const struct bh_hit *h,
    struct bh_set_parts s)
{
	const struct bh_finding *f = h->f;

	bh_csv_word(c, "list", bh_list_name(f->list));
	bh_csv_str(c, "engine", s.engine);
	bh_csv_str(c, "target_triple", s.triple);
	bh_csv_str(c, "machine_key", s.machine);
	bh_csv_str(c, "benchmark", h->id);
	bh_csv_word(c, "metric", bh_kind_name(f->kind));
	bh_csv_word(c, "unit", bh_kind_unit(f->kind));
	bh_csv_word(c, "method", bh_method_name(f->method));
	bh_csv_word(c, "direction", f->regression ? "regression" :
	    "improvement");
	bh_csv_num(c, "baseline", true, f->baseline);
	bh_csv_num(c, "latest", true, f->latest);
	bh_csv_num(c, "delta", true, f->delta);
	bh_csv_num(c, "relative_delta", true, f->relative_delta);
	bh_csv_str(c, "commit", f->commit);
	bh_csv_str(c, "window_start", f->window_start);
	bh_csv_str(c, "blessed_at", h->s->blessed);
	scan(c, r, f);
	branch(c, f);
	bh_csv_word(c, "mode", bh_mode_name(r->g->census.mode));
	bh_csv_word(c, "detection", bh_detection_name(r->g->method));
	bh_csv_str(c, "tip_commit", r->g->topology.context_commit);
	bh_csv_str(c, "project", r->g->selection.project);
	bh_csv_end(c);
}

void
bh_report_csv(struct bh_buf *b, const struct bh_report *r,
    const struct bh_look *look)
{
	static const struct bh_finding no_finding;
	static const struct bh_series no_series;
	struct bh_hit none = { .f = &no_finding, .s = &no_series };
	struct bh_csv c = { .b = b, .names = true };
	size_t i;
	int l;

	(void)look;
	row(&c, r, &none, (struct bh_set_parts){ BH_STR_NONE, BH_STR_NONE,
	    BH_STR_NONE });
	for (l = 0; l < BH_LISTS; l++)
		for (i = 0; i < r->nhit[l]; i++)
			row(&c, r, &r->hit[l][i],
			    r->set[r->hit[l][i].set].part);
}
