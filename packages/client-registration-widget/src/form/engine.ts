import { proofOfWork } from '../net/proof-of-work.ts';
import { type Registrar, registrar } from '../net/register.ts';
import { attribution } from './attribution.ts';
import { checkAll, checkField } from './check.ts';
import { requestBody } from './request-body.ts';

/**
 * What a form needs from its first answer on: the rules of the countries, the proof of work and the sending. A third
 * of the form's bytes, which visitors who only pass by do not download.
 */
export interface Engine extends Registrar {
  readonly checkField: typeof checkField;
  readonly checkAll: typeof checkAll;
  readonly requestBody: typeof requestBody;
  readonly attribution: typeof attribution;
  /** The visitor typed: the proof of work begins, and yields for a moment. */
  typed(): void;
  /** Ends the work under way. */
  stop(): void;
}

/** @param url address of the form's calls */
export function startEngine(url: string): Engine {
  const proof = proofOfWork(url);
  return {
    ...registrar(url, proof),
    checkField,
    checkAll,
    requestBody,
    attribution,
    typed() {
      proof.begin();
      proof.typed();
    },
    stop: proof.stop,
  };
}
