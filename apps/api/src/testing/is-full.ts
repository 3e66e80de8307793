/** `npm test -- full`: every case for every resource, and more of what is made at random. */
export const isFull = process.env.PAUTA_TESTS === 'full';
