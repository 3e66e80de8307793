import { formatCount } from '../../text/locale.ts';
import type { PriceRule } from './price-chain.ts';

/** A rule of the usual ones: what is not given has no condition. */
export type UsualRule = Pick<PriceRule, 'code' | 'name' | 'effect' | 'reason' | 'applies'> & {
  readonly pct: string;
} & Partial<Pick<PriceRule, 'only_best_of' | 'days' | 'months' | 'is_prime' | 'min_qty' | 'min_gross'>>;

const chosen = (
  code: string,
  name: string,
  reason: PriceRule['reason'],
  pct: string,
  only_best_of: string | null = null,
): UsualRule => ({ code, name, effect: 'surcharge', reason, applies: 'chosen', pct, only_best_of });

const discount = (
  code: string,
  name: string,
  reason: PriceRule['reason'],
  pct: string,
  own: Partial<UsualRule> = {},
): UsualRule => ({ code, name, effect: 'discount', reason, applies: 'chosen', pct, ...own });

const volume = (pct: string, min_gross: string): UsualRule =>
  discount(`VOLUMEN-${pct}`, `Volumen desde ${formatCount(Number(min_gross))}`, 'volume', pct, {
    applies: 'automatic',
    only_best_of: 'VOLUMEN',
    min_gross,
  });

/**
 * The usual surcharges and discounts of a rate card, in their order (domain §6.33), to start a list with. The discount of
 * an agency is not among them: its commission is agreed with each agency. From which amount or number of spots a discount
 * is given is a proposal that the seller of the media adjusts.
 */
export const usualRules: readonly UsualRule[] = [
  chosen('PRIMERA', 'Primera posición', 'position', '20', 'POSICION'),
  chosen('ULTIMA', 'Última posición', 'position', '15', 'POSICION'),
  chosen('SEGUNDA', 'Segunda o penúltima posición', 'position', '10', 'POSICION'),
  chosen('CORTE', 'Elección del corte', 'break', '10'),
  {
    code: 'FIN-DE-SEMANA',
    name: 'Fin de semana estelar',
    effect: 'surcharge',
    reason: 'schedule',
    applies: 'automatic',
    pct: '15',
    days: ['6', '7'],
    is_prime: true,
  },
  {
    code: 'TEMPORADA',
    name: 'Alta temporada',
    effect: 'surcharge',
    reason: 'season',
    applies: 'automatic',
    pct: '20',
    months: ['11', '12'],
  },
  chosen('EXCLUSIVIDAD', 'Exclusividad de categoría', 'exclusivity', '50'),
  chosen('LOCUTOR', 'Mención del locutor principal', 'creative', '25'),
  chosen('IMPAR', 'Página impar', 'page', '20', 'PAGINA'),
  chosen('PORTADA', 'Portada', 'page', '50', 'PAGINA'),
  chosen('COLOR', 'Color', 'page', '30'),
  chosen('URGENCIA', 'Urgencia, menos de 24 horas', 'urgency', '10'),
  volume('5', '250000'),
  volume('10', '500000'),
  volume('15', '1000000'),
  volume('20', '2000000'),
  discount('FRECUENCIA-5', 'Frecuencia desde 100', 'frequency', '5', {
    applies: 'automatic',
    only_best_of: 'FRECUENCIA',
    min_qty: '100',
  }),
  discount('FRECUENCIA-10', 'Frecuencia desde 250', 'frequency', '10', {
    applies: 'automatic',
    only_best_of: 'FRECUENCIA',
    min_qty: '250',
  }),
  discount('PRONTO-PAGO', 'Pronto pago', 'prompt_payment', '2'),
  discount('PREPAGO', 'Prepago anual', 'prepaid', '10'),
  discount('LANZAMIENTO', 'Lanzamiento', 'launch', '10'),
];
