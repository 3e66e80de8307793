import { useSyncExternalStore } from 'react';

/**
 * Whether the window is at most this wide. Use it where the structure of the page differs; where only its style
 * differs, use a media query.
 *
 * @param width CSS length; by default the width of a phone
 */
export const useNarrow = (width = '40rem'): boolean => {
  const query = `(max-width: ${width})`;
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
    () => false,
  );
};
