import { type ReactElement, useState } from 'react';
import { Icon, outlines } from './icon.tsx';

/**
 * A round photo, or the outline of a person where there is none or it does not load. Decorative: the name
 * stands beside it. Its box has its size before the photo comes.
 */
export function Avatar({
  photoUrl,
  size,
}: {
  photoUrl?: string | null | undefined;
  size: 32 | 48;
}): ReactElement {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span data-avatar style={{ inlineSize: size, blockSize: size }}>
      {photoUrl && photoUrl !== failed ? (
        <img alt="" height={size} onError={() => setFailed(photoUrl)} src={photoUrl} width={size} />
      ) : (
        <Icon outline={outlines.person} size={size * 0.6} />
      )}
    </span>
  );
}
