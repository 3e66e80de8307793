import { type ReactElement, useState } from 'react';
import { Icon } from '../theme/icon.tsx';
import * as outlines from '../theme/outlines.ts';

/** The first letters of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const [, first = '', last = ''] = /(\p{L})\S*(?:.*\s(\p{L}))?/su.exec(name) ?? [];
  return (first + last).toLocaleUpperCase('es');
}

/**
 * A round photo, or a default icon if there is none or it does not load. Decorative, because the name is shown beside
 * it. Its size is fixed, so that loading the photo does not shift the layout.
 */
export function Avatar({
  photoUrl,
  name,
  size,
}: {
  photoUrl?: string | null | undefined;
  /** Name whose initials are shown if there is no photo. */
  name?: string | false | undefined;
  size: 32 | 48;
}): ReactElement {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span data-avatar style={{ inlineSize: size, blockSize: size }}>
      {photoUrl && photoUrl !== failed ? (
        <img alt="" height={size} onError={() => setFailed(photoUrl)} src={photoUrl} width={size} />
      ) : name ? (
        <b data-initials={initialsOf(name)} style={{ fontSize: size * 0.4 }} />
      ) : (
        <Icon outline={outlines.person} size={size * 0.6} />
      )}
    </span>
  );
}
