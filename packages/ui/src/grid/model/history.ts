import type { GridChange } from './grid-types.ts';

/** Something that was done and can be undone. */
export interface Step {
  readonly label: string;
  readonly changes: readonly GridChange[];
}

/** Steps that were done, and those that were undone and can be repeated, the latest last. */
export interface History<S extends Step = Step> {
  readonly done: readonly S[];
  readonly undone: readonly S[];
}

export const noHistory: History<never> = { done: [], undone: [] };

/** Number of steps that are kept. */
const most = 200;

/** The history after a new step, which discards what was undone. */
export const did = <S extends Step>({ done }: History<S>, step: S): History<S> => ({
  done: [...done.slice(1 - most), step],
  undone: [],
});

/** The history after its latest step was undone. */
export const undid = <S extends Step>({ done, undone }: History<S>): History<S> => {
  const step = done.at(-1);
  return step ? { done: done.slice(0, -1), undone: [...undone, step] } : { done, undone };
};

/** The history after the latest undone step was repeated. */
export const redid = <S extends Step>({ done, undone }: History<S>): History<S> => {
  const step = undone.at(-1);
  return step ? { done: [...done, step], undone: undone.slice(0, -1) } : { done, undone };
};

/** The changes that take these back. */
export const inverse = (changes: readonly GridChange[]): readonly GridChange[] =>
  changes
    .toReversed()
    .map(({ row, column, before, after }) => ({ row, column, before: after, after: before }));

/**
 * The changes whose cells still have the value that they start from. A cell that somebody else changed since is left as
 * it is.
 */
export const applicable = (
  changes: readonly GridChange[],
  valueAt: (row: string, column: string) => string | undefined,
): readonly GridChange[] => changes.filter(({ row, column, before }) => valueAt(row, column) === before);
