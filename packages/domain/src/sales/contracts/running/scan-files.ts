/** The scans of signed contracts: accepted types, and the largest size. */
export const scanFiles = {
  accept: ['application/pdf', 'image/jpeg', 'image/png'],
  maxBytes: 20 * 1024 * 1024,
} as const;

/** Number of bytes of a file that `scanTypeOf` needs. */
export const scanTypeBytes = 8;

const beginnings: Readonly<Record<(typeof scanFiles.accept)[number], readonly number[]>> = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
};

/**
 * The type of a scan by its first bytes, whatever its name says; null if it is none that is accepted.
 *
 * @example scanTypeOf(new TextEncoder().encode('%PDF-1.7')) // 'application/pdf'
 */
export const scanTypeOf = (bytes: Uint8Array): (typeof scanFiles.accept)[number] | null =>
  scanFiles.accept.find((type) => beginnings[type].every((byte, place) => bytes[place] === byte)) ?? null;
