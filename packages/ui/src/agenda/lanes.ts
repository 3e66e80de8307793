/** A span of time, in minutes of one day. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The number of parallel spans, and the position among them. */
export interface Lane {
  readonly lane: number;
  readonly lanes: number;
}

/**
 * Places overlapping spans side by side, so that none covers another; spans without overlap get the whole width. The
 * result is in the order of the input.
 */
export function lanesOf(spans: readonly Span[]): readonly Lane[] {
  const order = spans
    .map((_, index) => index)
    .sort((a, b) => {
      const [one, other] = [spans[a] as Span, spans[b] as Span];
      return one.from - other.from || other.to - one.to || a - b;
    });
  const lanes = new Array<number>(spans.length).fill(0);
  const widths = new Array<number>(spans.length).fill(1);
  let group: number[] = [];
  let ends: number[] = [];
  const close = (): void => {
    for (const index of group) widths[index] = ends.length;
    group = [];
    ends = [];
  };
  for (const index of order) {
    const { from, to } = spans[index] as Span;
    if (ends.every((end) => end <= from)) close();
    const free = ends.findIndex((end) => end <= from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = to;
    lanes[index] = lane;
    group.push(index);
  }
  close();
  return lanes.map((lane, index) => ({ lane, lanes: widths[index] ?? 1 }));
}
