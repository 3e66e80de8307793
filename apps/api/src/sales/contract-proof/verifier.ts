import { checkProof } from '@pauta/domain/sales/contracts/contract-proof.ts';
import { readTemplate } from '../../printing/template.ts';

const place = '/* checkProof */';
const { source } = readTemplate(new URL('./verifier.html', import.meta.url));

/**
 * The stand-alone verifier: one file that works from disk. It contains the function with which the server checks proofs,
 * as its text is while the server runs, so that both check the same without a build of their own.
 */
export const verifierPage: string = source.replace(
  place,
  () => `const checkProof = ${checkProof.toString()};`,
);
