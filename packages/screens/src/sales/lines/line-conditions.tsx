import type { PriceRule } from '@pauta/domain/inventory/prices/price-chain.ts';
import { decimalKind, percentKind } from '@pauta/domain/kinds/number.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { token as t } from '@pauta/layout/theme';
import { type ReactElement, useState } from 'react';
import { styled } from 'styled-components';

const Root = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${t('space-1')};
  & > button {
    min-block-size: ${t('target-size')};
    padding-inline: ${t('space-3')};
    border: 1px solid ${t('color-border-strong')};
    border-radius: 999px;
    background: ${t('color-surface')};
    color: ${t('color-text')};
    font: inherit;
    font-size: ${t('text-sm')};
    cursor: pointer;
  }
  & > button[aria-pressed='true'] { border-color: ${t('color-accent')}; background: ${t('color-accent-soft')}; color: ${t('color-accent-text')}; font-weight: ${t('weight-medium')}; }
  & > button[aria-expanded] { padding-inline: 0 ${t('space-2')}; border-color: transparent; background: none; color: ${t('color-accent-text')}; }
  & > button[aria-expanded]::after { content: ' ▾' / ''; }
  & > button[aria-expanded='true']::after { content: ' ▴' / ''; }
  & > button[data-missing] { border-color: ${t('color-danger')}; color: ${t('color-danger-text')}; }
  & > button:focus-visible { outline: 2px solid ${t('color-focus')}; outline-offset: 1px; }
`;

const isOffered = (rule: PriceRule, line: Values): boolean =>
  rule.applies === 'chosen' &&
  (rule.ad_article_id === null || rule.ad_article_id === (line.ad_article_id as { id?: string } | null)?.id);

const effectOf = ({ effect, pct, amount }: PriceRule): string =>
  `${effect === 'surcharge' ? '+' : '−'}${pct === null ? decimalKind.format(amount ?? '0', { scale: 6 }) : percentKind.format(pct, { scale: 4 })}`;

export interface LineConditionsProps {
  readonly line: Values;
  readonly rules: readonly PriceRule[];
  readonly onChange: ((name: string, value: unknown) => void) | undefined;
}

/**
 * The surcharges and discounts of the price list that the seller may choose for a line, as buttons that stay pressed.
 * Those that are not chosen are folded, because a quote has hundreds of lines.
 */
export function LineConditions({ line, rules, onChange }: LineConditionsProps): ReactElement | null {
  const [isOpen, setOpen] = useState(false);
  const chosen = (line.conditions as readonly string[] | null | undefined) ?? [];
  const isChosen = ({ code }: PriceRule): boolean => chosen.includes(code);
  const isLeft = rules.some((rule) => !isChosen(rule) && isOffered(rule, line));
  const shown = rules.filter((rule) => isChosen(rule) || (isOpen && isOffered(rule, line)));
  const missing = chosen.filter((code) => !rules.some((rule) => rule.code === code));
  if (onChange === undefined || !(isLeft || chosen.length > 0)) return null;
  const toggle = (code: string): void =>
    onChange('conditions', chosen.includes(code) ? chosen.filter((one) => one !== code) : [...chosen, code]);
  return (
    <Root aria-label="Recargos y descuentos del renglón" role="group">
      {(isLeft || isOpen) && (
        <button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} type="button">
          Recargos y descuentos
        </button>
      )}
      {shown.map((rule) => (
        <button aria-pressed={isChosen(rule)} key={rule.code} onClick={() => toggle(rule.code)} type="button">
          {rule.name} {effectOf(rule)}
        </button>
      ))}
      {missing.map((code) => (
        <button aria-pressed data-missing key={code} onClick={() => toggle(code)} type="button">
          {code}: no está en esta lista, quitar
        </button>
      ))}
    </Root>
  );
}
