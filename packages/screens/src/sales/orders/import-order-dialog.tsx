import { useApi } from '@pauta/core/react';
import { referenceId } from '@pauta/domain/kinds/reference.ts';
import { orderText } from '@pauta/domain/sales/orders/match-spaces.ts';
import type { OrderLayout } from '@pauta/domain/sales/orders/order.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Checkbox } from '@pauta/ui/controls/checkbox.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { notify } from '@pauta/ui/controls/toast.ts';
import { describeFailure } from '@pauta/ui/data/failure.ts';
import type { LineActionProps } from '@pauta/ui/document/form/line-actions.ts';
import { useSetFormValue } from '@pauta/ui/form/use-set-form-value.ts';
import { type Dispatch, type ReactElement, type SetStateAction, useState } from 'react';
import { type LineChoice, lineLabel, noWork, type OrderAnswer, type OrderWork } from './order-answer.ts';
import { layoutOf, OrderColumns } from './order-columns.tsx';
import { OrderLineList } from './order-line-list.tsx';
import { OrderPreview } from './order-preview.tsx';
import { OrderSource } from './order-source.tsx';
import { Parts } from './order-style.ts';
import { quoteHeaderOf, sayHeader } from './quote-header.ts';
import { quoteLinesOf } from './quote-lines.ts';

const factLabels = {
  client: 'Cliente',
  brand: 'Marca',
  campaign: 'Campaña',
  agency: 'Agencia',
  number: 'Orden',
  period: 'Periodo',
} as const;

const choicesOf = ({ lines }: OrderAnswer): readonly LineChoice[] =>
  lines.map(({ match }) => ({ isTaken: true, space: match.space }));

/** Reads the order of an agency and adds its lines to the form; nothing is saved before the quote is. */
export function ImportOrderDialog({
  values,
  documentId,
  room,
  add,
  work,
  onWork,
  onClose,
}: LineActionProps & {
  readonly work: OrderWork;
  readonly onWork: Dispatch<SetStateAction<OrderWork>>;
  readonly onClose: () => void;
}): ReactElement {
  const api = useApi();
  const setValue = useSetFormValue();
  const agency = referenceId(values.agency_id);
  const { order, choices, withPrices } = work;
  const [isReading, setReading] = useState(false);
  const [failure, setFailure] = useState<string>();

  const read = async (body: FormData | object): Promise<void> => {
    setReading(true);
    setFailure(undefined);
    try {
      const query = agency === null ? '' : `?agency_id=${agency}`;
      const { data } = await api.post<{ data: OrderAnswer }>(`/quotes/orders/read${query}`, body, {
        timeout: 120_000,
      });
      onWork((now) => ({ ...now, order: data, choices: choicesOf(data) }));
    } catch (error) {
      setFailure(describeFailure(error).message);
    } finally {
      setReading(false);
    }
  };
  const take = (given: File | string): void => {
    if (typeof given === 'string') return void read({ text: given });
    const body = new FormData();
    body.append('file', given);
    void read(body);
  };
  const again = (layout: OrderLayout): void => {
    if (order) void read({ sheets: order.sheets, layout });
  };

  const taken = (order?.lines ?? []).flatMap((line, index) => {
    const choice = choices[index];
    return choice?.isTaken ? [{ line, choice }] : [];
  });
  const lines = taken.flatMap(({ line, choice }) => quoteLinesOf(line, choice, withPrices));
  const hasPrices = (order?.lines ?? []).some(
    ({ price, discount_pct }) => price !== null || discount_pct !== null,
  );
  const header = order && documentId === null ? quoteHeaderOf(order, values) : {};
  const said = sayHeader(header);
  const finish = (): void => {
    for (const [name, value] of Object.entries(header)) setValue(name, value);
    if (said !== '') notify(`De la orden se completó lo que estaba vacío: ${said}.`);
    add(lines);
    onWork(noWork);
    onClose();
    if (!order || agency === null) return;
    const spaces = new Map(
      taken.flatMap(({ line, choice }) =>
        choice.space ? [[orderText(line), choice.space.id] as const] : [],
      ),
    );
    // The lines are already in the form; what could not be kept is only asked again next time.
    void api
      .post('/quotes/orders/confirm', {
        agency_id: agency,
        spaces: [...spaces].map(([text, inventory_item_id]) => ({ text, inventory_item_id })),
        columns: layoutOf(order.columns),
      })
      .catch(() => {});
  };

  return (
    <Dialog full onClose={onClose} open title="Importar orden de pauta" width={order ? 68 : 40}>
      {!order ? (
        <OrderSource
          failure={failure}
          isReading={isReading}
          onGiven={take}
          onText={(text) => onWork({ ...work, text })}
          text={work.text}
        />
      ) : (
        <Parts>
          <dl>
            {Object.entries(factLabels).map(([fact, label]) => {
              const value = order.facts[fact as keyof typeof factLabels];
              return value === undefined ? null : (
                <div key={fact}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              );
            })}
          </dl>
          {failure !== undefined && (
            <p data-error role="alert">
              {failure}
            </p>
          )}
          <OrderPreview order={order} />
          <OrderColumns columns={order.columns} onChange={again} />
          {order.lines.length > 0 && (
            <section aria-label="Renglones">
              <h3>{countOf(lineLabel, order.lines.length)}</h3>
              <OrderLineList
                choices={choices}
                onChange={(index, choice) =>
                  onWork({ ...work, choices: choices.map((one, at) => (at === index ? choice : one)) })
                }
                order={order}
              />
            </section>
          )}
          {hasPrices && (
            <Checkbox
              checked={withPrices}
              hint="Si no, cada renglón toma el precio de la lista."
              label="Usar las tarifas y los descuentos de la orden"
              onChange={(asked) => onWork({ ...work, withPrices: asked })}
            />
          )}
          {said !== '' && (
            <p data-muted>Al agregar se completa lo que está vacío en el presupuesto: {said}.</p>
          )}
          {agency === null && order.lines.length > 0 && (
            <p data-muted>Elija la agencia del presupuesto para que recuerde los espacios de esta orden.</p>
          )}
          <div data-end data-foot data-row>
            <Button onClick={() => onWork({ ...work, order: undefined })}>Leer otra</Button>
            <Button
              disabledReason={
                lines.length === 0
                  ? 'Marque al menos un renglón.'
                  : lines.length > room
                    ? `Solo caben ${room} más: marque menos.`
                    : undefined
              }
              loading={isReading}
              onClick={finish}
              tone="primary"
            >
              Agregar {countOf(lineLabel, lines.length)}
            </Button>
          </div>
        </Parts>
      )}
    </Dialog>
  );
}
