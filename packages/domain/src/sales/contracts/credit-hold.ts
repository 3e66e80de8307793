import type { Reason } from '../../resource/command.ts';

/** The account that pays, as far as a hold of its credit is concerned. */
export interface Payer {
  readonly name: string;
  /** Path of its page in the back office. */
  readonly path: string;
  readonly status: string;
}

/**
 * Why an account gets no new contract: its credit is held or blocked (domain §2.3, I17). Null if it does.
 *
 * @example creditHold({ name: 'Ferretería Sol', path: '/crm/clientes/…', status: 'on_hold' })?.code // 'credit_hold'
 */
export const creditHold = ({ name, path, status }: Payer): Reason | null =>
  status === 'on_hold' || status === 'blocked'
    ? {
        code: 'credit_hold',
        text: `El crédito de ${name} está ${status === 'on_hold' ? 'retenido' : 'bloqueado'}: no se hacen ni se firman contratos nuevos hasta que Cobros lo libere.`,
        fix: { label: 'Ver el crédito', path },
      }
    : null;
