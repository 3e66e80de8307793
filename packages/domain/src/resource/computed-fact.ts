/** Options of a yes or no that the database computes, by which lists are filtered: see `gathered` of a field. */
export const computedFact = {
  readOnly: true,
  computed: true,
  gathered: true,
  derived: true,
  aggregate: null,
} as const;
