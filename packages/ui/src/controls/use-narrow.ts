import { useSyncExternalStore } from 'react';

/**
 * Is the window at most this wide? Where the place of something differs, not only its look; looks are styles.
 *
 * @param width CSS length; a telephone if absent
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
