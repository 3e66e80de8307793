import { type ReactElement, useState } from 'react';
import { Icon } from './icon.tsx';
import * as outlines from './outlines.ts';

/** First letters of the first and the last word. */
export function initialsOf(name: string): string {
  return (name.match(/(?<!\S)\p{L}/gu) ?? [])
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
    .toLocaleUpperCase('es');
}

/**
 * A round photo, or the outline of a person where there is none or it does not load. Decorative: the name
 * stands beside it. Its box has its size before the photo comes.
 */
export function Avatar({
  photoUrl,
  name,
  size,
}: {
  photoUrl?: string | null | undefined;
  /** Whose initials stand in. */
  name?: string | false | undefined;
  size: 32 | 48;
}): ReactElement {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span data-avatar style={{ inlineSize: size, blockSize: size }}>
      {photoUrl && photoUrl !== failed ? (
        <img alt="" height={size} onError={() => setFailed(photoUrl)} src={photoUrl} width={size} />
      ) : name ? (
        <b style={{ fontSize: size * 0.4 }}>{initialsOf(name)}</b>
      ) : (
        <Icon outline={outlines.person} size={size * 0.6} />
      )}
    </span>
  );
}
