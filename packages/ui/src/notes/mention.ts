/** A mention that is being typed: the text after the `@`, and its position from the `@` to the caret. */
export interface MentionAt {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The mention at the caret, if there is one: an `@` at the beginning of a word and at most three words after it.
 *
 * @example mentionAt('Hola @ana pe', 12) // { text: 'ana pe', start: 5, end: 12 }
 */
export function mentionAt(text: string, caret: number): MentionAt | null {
  const found = /(?:^|[\s(])@([\p{L}\p{M}.'’-]*(?: [\p{L}\p{M}.'’-]+){0,2})$/u.exec(text.slice(0, caret));
  const typed = found?.[1];
  return typed === undefined ? null : { text: typed, start: caret - typed.length - 1, end: caret };
}

/** Replaces the typed mention by the full name. */
export function putMention(
  text: string,
  { start, end }: MentionAt,
  name: string,
): { text: string; caret: number } {
  const put = `@${name} `;
  return { text: text.slice(0, start) + put + text.slice(end), caret: start + put.length };
}

/** Part of a comment: plain text or a mention. */
export interface CommentPart {
  readonly text: string;
  readonly isMention: boolean;
  /** Offset in the comment. */
  readonly at: number;
}

/** Splits a comment at its mentions. */
export function commentParts(text: string, names: readonly string[]): readonly CommentPart[] {
  const parts: CommentPart[] = [];
  const push = (part: string, isMention: boolean, at: number): void => {
    if (part !== '') parts.push({ text: part, isMention, at });
  };
  // Longer names first, so that `@Ana Pérez` is not read as `@Ana`.
  const escaped = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`@(?:${escaped.join('|')})`, 'giu');
  let from = 0;
  if (names.length > 0) {
    for (const match of text.matchAll(pattern)) {
      push(text.slice(from, match.index), false, from);
      push(match[0], true, match.index);
      from = match.index + match[0].length;
    }
  }
  push(text.slice(from), false, from);
  return parts;
}
