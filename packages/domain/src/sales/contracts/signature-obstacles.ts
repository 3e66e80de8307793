import {
  eligibleSignatories,
  type Signatory,
  type Signing,
} from '../../crm/signatories/eligible-signatories.ts';
import type { Reason } from '../../resource/command.ts';

/** One party of a contract: everybody who may sign for it, and those chosen. */
export interface SigningParty {
  /** "la compañía", "el cliente", "la agencia". */
  readonly label: string;
  readonly all: readonly Signatory[];
  readonly chosen: readonly string[];
}

/**
 * Why the chosen people cannot sign for a party: nobody was chosen, one of them may not sign on that day or for that
 * amount, or the others of a joint group are missing. Empty if they can.
 *
 * @example signatureObstacles({ label: 'el cliente', all, chosen: ['…'] }, { on: '2026-03-01', amount: null })
 */
export function signatureObstacles(
  { label, all, chosen }: SigningParty,
  signing: Signing,
): readonly Reason[] {
  if (chosen.length === 0) return [{ code: 'no_signatory', text: `Elija quién firma por ${label}.` }];
  const verdicts = new Map(eligibleSignatories(all, signing).map((verdict) => [verdict.id, verdict]));
  const names = new Map(all.map((one) => [one.id, one.full_name]));
  return chosen.flatMap((id) => {
    const verdict = verdicts.get(id);
    const name = names.get(id);
    if (!verdict || name === undefined)
      return [
        {
          code: 'signatory',
          text: `Quien se eligió por ${label} ya no es su firmante: elija a otra persona.`,
        },
      ];
    if (!verdict.eligible)
      return [
        { code: 'signatory', text: `${name} no puede firmar por ${label}: ${verdict.reasons.join(' ')}` },
      ];
    const missing = verdict.with.filter((other) => !chosen.includes(other.id));
    return missing.length === 0
      ? []
      : [
          {
            code: 'joint_group',
            text: `${name} firma en conjunto por ${label}: falta ${missing.map((one) => one.full_name).join(', ')}.`,
          },
        ];
  });
}
