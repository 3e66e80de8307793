/** `npm test -- full`: every case for every resource, and more random inputs. */
export const isFull = process.env.PAUTA_TESTS === 'full';
