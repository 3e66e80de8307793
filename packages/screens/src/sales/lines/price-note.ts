import { saleUnits } from '@pauta/domain/catalogues/inventory.ts';
import { formatMoney } from '@pauta/domain/money/format-money.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';

const sources: Readonly<Record<string, string>> = {
  item: 'del espacio',
  article: 'del artículo',
  category: 'de la categoría',
  package: 'del paquete',
};

/** Decimals of a price: as many as it needs, and at least those of an amount. */
const price = (value: unknown, currency: string): string => {
  const text = String(value);
  const digits = Math.max(2, text.replace(/0+$/, '').split('.')[1]?.length ?? 0);
  return formatMoney(text, currency, digits);
};

/**
 * Where the price of a line comes from, in a sentence.
 *
 * @param list name of the price list
 * @example priceNote(line, 'DOP', 'Tarifario 2026') // 'Precio del espacio en «Tarifario 2026»: RD$4,500.00 por cuña.'
 */
export const priceNote = (line: Values, currency: string, list: string | undefined): string => {
  if (line.line_kind === 'bonus' && !line.list_price) return 'Bonificación: no se cobra.';
  const unit = (saleUnits[line.sale_unit as keyof typeof saleUnits] ?? 'unidad').toLocaleLowerCase('es');
  if (!line.list_price)
    return line.price_source === 'agreed'
      ? 'La lista no tiene precio: vale el acordado.'
      : 'La lista no tiene precio para este renglón: acuerde uno.';
  const inList = line.package_id || list === undefined ? '' : ` en «${list}»`;
  const source = sources[String(line.price_source)];
  const listed = `${price(line.list_price, currency)} por ${unit}`;
  const least = line.floor_price ? ` Mínimo ${price(line.floor_price, currency)}.` : '';
  const said = source
    ? `Precio ${source}${inList}: ${listed}.`
    : `Precio acordado; en la lista${list ? ` «${list}»` : ''} ${listed}.`;
  return `${said}${least}${line.line_kind === 'bonus' ? ' Bonificación: no se cobra.' : ''}`;
};
