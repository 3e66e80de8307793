/** Actions whose effect is what they wrote and nothing else. State changes are not among them. */
const reversible: ReadonlySet<string> = new Set([
  'create',
  'update',
  'delete',
  'archive',
  'restore',
  'import',
  'merge',
  'convert',
  'reorder',
  'undo',
]);

/** Can what stands in the log under this action be undone? Money, signatures and state changes cannot. */
export const isReversible = (action: string): boolean => reversible.has(action);

/** What an undoing says in the log of what it undid. */
export const undoReason = (requestId: string): string => `Deshace la solicitud ${requestId}`;

/** The request an undoing was about, by its reason. */
export const undoneRequest = (reason: string | null): string | undefined =>
  /^Deshace la solicitud (\S+)$/.exec(reason ?? '')?.[1];
