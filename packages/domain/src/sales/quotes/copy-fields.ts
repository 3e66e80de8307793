import { priceLists } from '../../inventory/prices/price-list.ts';
import { date } from '../../kinds/date.ts';
import type { Fields } from '../../kinds/kind.ts';
import { reference } from '../../kinds/reference.ts';
import { text } from '../../kinds/text.ts';
import { yesNo } from '../../kinds/yes-no.ts';

/**
 * The input of commands that make a quote of what was sold before: for other days, with the prices of a list in force.
 *
 * @param keepsAgreed whether agreed prices stay, unless the user chooses otherwise
 */
export const copyFields = (keepsAgreed: boolean): Fields => ({
  name: text('Campaña', { max: 160, required: true, width: 'full' }),
  from: date('Comienza el', { required: true, hint: 'Los renglones se mueven los mismos días.' }),
  price_list_id: reference('Lista de precios', () => priceLists, {
    only: { status: 'current' },
    required: true,
  }),
  keeps_agreed: yesNo('Conservar los precios acordados', { initial: keepsAgreed }),
});
