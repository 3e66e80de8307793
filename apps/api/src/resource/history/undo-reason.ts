/** Actions whose whole effect is the rows they wrote. State changes are not among them. */
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

/** Whether a logged action can be undone. Money, signatures and state changes cannot. */
export const isReversible = (action: string): boolean => reversible.has(action);

/** The reason that an undo writes into the audit log, naming the undone request. */
export const undoReason = (requestId: string): string => `Deshace la solicitud ${requestId}`;

/** The request id in the reason of an undo. */
export const undoneRequest = (reason: string | null): string | undefined =>
  /^Deshace la solicitud (\S+)$/.exec(reason ?? '')?.[1];
