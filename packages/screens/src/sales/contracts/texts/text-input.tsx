import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import {
  clausesOf,
  fillText,
  textFields,
  textProblems,
} from '@pauta/domain/sales/contracts/texts/fill-text.ts';
import { token as t } from '@pauta/layout/theme';
import { Button } from '@pauta/ui/controls/button.tsx';
import { ComboBox, type Option, type OptionsState } from '@pauta/ui/controls/combo-box.tsx';
import { FailureBanner } from '@pauta/ui/controls/failure-banner.tsx';
import { TextArea } from '@pauta/ui/controls/text-area.tsx';
import { useOptions } from '@pauta/ui/data/use-options.ts';
import type { InputProps } from '@pauta/ui/field-components/inputs.tsx';
import { type ReactElement, useDeferredValue, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { ClauseList } from './clause-list.tsx';
import { useTerms } from './terms-answer.ts';

const Root = styled.div`
  display: grid;
  gap: ${t('space-4')};
  @media (min-width: 70rem) { grid-template-columns: 1fr 1fr; align-items: start; }
  & > div { display: grid; gap: ${t('space-3')}; min-inline-size: 0; }
  & details > div { display: flex; flex-wrap: wrap; gap: ${t('space-1')}; margin-block-start: ${t('space-2')}; }
  & summary { cursor: pointer; min-block-size: ${t('target-size')}; }
  & h2, & p { margin: 0; }
  & h2 { font-size: ${t('text-md')}; }
  & [data-problems] { color: ${t('color-danger-text')}; }
`;

const Filled = styled.div`max-block-size: 40rem; overflow-y: auto;`;

const useContracts = (text: string, open: boolean): OptionsState =>
  useOptions(contracts, text, { asking: open });

/**
 * The text of contracts: what is typed, with the fields that can be inserted at the caret, and beside it how it reads in a
 * contract that the user chooses.
 */
export function ContractTextInput({
  value,
  onChange,
  onBlur,
  label,
  hint,
  error,
  required,
  name,
  readOnly,
}: InputProps): ReactElement {
  const text = typeof value === 'string' ? value : '';
  const area = useRef<HTMLTextAreaElement>(null);
  const [contract, setContract] = useState<Option | null>(null);
  const terms = useTerms(contract?.id ?? null);
  const shown = useDeferredValue(text);
  const problems = textProblems(shown);
  const values = contract ? terms.data?.data.values : undefined;

  const insert = (field: string): void => {
    const { selectionStart: from = text.length, selectionEnd: to = from } = area.current ?? {};
    const written = `{{${field}}}`;
    onChange(`${text.slice(0, from)}${written}${text.slice(to)}`);
    // After React has written the value, which moves the caret to its end.
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(from + written.length, from + written.length);
    });
  };

  return (
    <Root>
      <div>
        <TextArea
          {...{ label, hint, error, required, name, readOnly, onChange, onBlur }}
          ref={area}
          rows={24}
          value={text}
        />
        <details>
          <summary>Campos que se pueden insertar</summary>
          <div>
            {Object.entries(textFields).map(([field, meaning]) => (
              <Button key={field} onClick={() => insert(field)} size="small">
                {meaning}
              </Button>
            ))}
          </div>
        </details>
      </div>
      <div>
        <h2>Cómo se lee</h2>
        <ComboBox
          hint="Elija un contrato para ver el texto con sus datos."
          label="Contrato de ejemplo"
          onChange={setContract}
          useOptions={useContracts}
          value={contract}
        />
        {terms.error && <FailureBanner error={terms.error} onRetry={() => void terms.mutate()} />}
        <div aria-live="polite">
          {problems.map((problem) => (
            <p data-problems key={problem}>
              {problem}
            </p>
          ))}
        </div>
        {/* Scrolls, so it takes the focus. */}
        <Filled aria-label="Texto como se lee" role="region" tabIndex={0}>
          <ClauseList clauses={values ? fillText(shown, values) : clausesOf(shown)} />
        </Filled>
      </div>
    </Root>
  );
}
