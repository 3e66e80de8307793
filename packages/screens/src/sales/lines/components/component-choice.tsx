import {
  type ChosenComponent,
  choiceRefusal,
  type PackageComponent,
} from '@pauta/domain/inventory/packages/sold-package.ts';
import { compareDecimals } from '@pauta/domain/money/exact-decimal.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { token as t } from '@pauta/layout/theme';
import { Banner } from '@pauta/ui/controls/banner.tsx';
import { Button } from '@pauta/ui/controls/button.tsx';
import { Checkbox } from '@pauta/ui/controls/checkbox.tsx';
import { Dialog } from '@pauta/ui/controls/dialog.tsx';
import { NumberField } from '@pauta/ui/controls/number-field.tsx';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';

const List = styled.ul`
  display: grid;
  gap: ${t('space-2')};
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 9rem;
    align-items: center;
    gap: ${t('space-3')};
    padding-block: ${t('space-2')};
    border-block-end: 1px solid ${t('color-border')};
  }
  & > li > div > small { display: block; color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
  & > li > span { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; text-align: end; }
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${t('space-2')};
  margin-block-start: ${t('space-4')};
`;

/** What a component takes when it is chosen: its published quantity. */
const published = (components: readonly PackageComponent[]): readonly ChosenComponent[] =>
  components.flatMap(({ id, quantity, is_optional }) => (is_optional ? [] : [{ id, quantity }]));

const plain = (quantity: string): string => formatCount(Number(quantity));

const limitsOf = ({ quantity, min_quantity, max_quantity }: PackageComponent): readonly [string, string] => [
  min_quantity ?? quantity,
  max_quantity ?? quantity,
];

export interface ComponentChoiceProps {
  readonly name: string;
  readonly components: readonly PackageComponent[];
  /** Null: as the package was published. */
  readonly value: readonly ChosenComponent[] | null;
  readonly onChange: (chosen: readonly (ChosenComponent & { readonly name: string })[] | null) => void;
  readonly onClose: () => void;
}

/** A dialog in which the components of a configurable package, and how much of each, are chosen for a line. */
export function ComponentChoice({
  name,
  components,
  value,
  onChange,
  onClose,
}: ComponentChoiceProps): ReactElement {
  const [chosen, setChosen] = useState<readonly ChosenComponent[]>(value ?? published(components));
  const [refusal, setRefusal] = useState<string | null>(null);
  const set = (id: string, quantity: string | null): void => {
    setRefusal(null);
    setChosen(
      components.flatMap((one) => {
        const before = chosen.find((other) => other.id === one.id);
        if (one.id !== id) return before ? [before] : [];
        return quantity === null ? [] : [{ id, quantity }];
      }),
    );
  };
  const confirm = (): void => {
    const pack = { kind: 'configurable', price_mode: '', price: null, discount_pct: null, min_qty: null };
    const unreadable = chosen.find(({ quantity }) => !/^\d{1,10}(\.\d{1,2})?$/.test(quantity));
    const wrong = unreadable
      ? 'Escriba cada cantidad con dos decimales como máximo.'
      : choiceRefusal({ ...pack, components }, chosen);
    if (wrong !== null || chosen.length === 0) {
      setRefusal(wrong ?? 'Elija al menos un componente.');
      return;
    }
    onChange(chosen.map((one) => ({ ...one, name: components.find(({ id }) => id === one.id)?.name ?? '' })));
    onClose();
  };
  return (
    <Dialog onClose={onClose} open title={`Componentes de «${name}»`} width={36}>
      {refusal !== null && <Banner tone="danger">{refusal}</Banner>}
      <List aria-label="Componentes">
        {components.map((component) => {
          const [least, most] = limitsOf(component);
          const isFree = compareDecimals(least, most) !== 0;
          const quantity = chosen.find(({ id }) => id === component.id)?.quantity;
          return (
            <li key={component.id}>
              {component.is_optional ? (
                <Checkbox
                  checked={quantity !== undefined}
                  hint="Opcional"
                  label={component.name}
                  onChange={(on) => set(component.id, on ? component.quantity : null)}
                />
              ) : (
                <div>
                  {component.name}
                  <small>Va siempre</small>
                </div>
              )}
              {quantity !== undefined && isFree ? (
                <NumberField
                  hint={`De ${plain(least)} a ${plain(most)}`}
                  label={`Cantidad de ${component.name}`}
                  hideLabel
                  onChange={(next) => set(component.id, next)}
                  value={quantity}
                />
              ) : (
                <span>{plain(quantity ?? component.quantity)} por paquete</span>
              )}
            </li>
          );
        })}
      </List>
      <Buttons>
        {value !== null && components.some(({ is_optional }) => !is_optional) && (
          <Button
            onClick={() => {
              onChange(null);
              onClose();
            }}
          >
            Como se publicó
          </Button>
        )}
        <Button onClick={onClose}>Cancelar</Button>
        <Button onClick={confirm} tone="primary">
          Usar estos componentes
        </Button>
      </Buttons>
    </Dialog>
  );
}
