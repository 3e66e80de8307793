import { choice } from '../../kinds/choice.ts';
import { date } from '../../kinds/date.ts';
import { money } from '../../kinds/number.ts';
import { text } from '../../kinds/text.ts';
import { currencies } from '../../money/currencies.ts';

/** Input of a command that makes an opportunity of another record, such as a referral. */
export const openingFields = {
  name: text('Nombre de la oportunidad', { max: 160, required: true, width: 'full' }),
  expected_amount: money('Monto esperado', { currency: 'currency_code', required: true }),
  currency_code: choice('Moneda', currencies, {
    required: true,
    initial: 'DOP',
    width: 'short',
    setting: { initial: 'currency_default' },
  }),
  expected_close_date: date('Cierre esperado', { required: true }),
  next_step: text('Próximo paso', { max: 200, required: true, width: 'full' }),
} as const;
