import { contracts } from '@pauta/domain/sales/contracts/contract.ts';
import { contractTexts } from '@pauta/domain/sales/contracts/texts/contract-text.ts';
import { StoryHost } from '@pauta/ui/testing/story-host.tsx';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useState } from 'react';
import { sampleText } from './text-fixtures.ts';
import { ContractTextInput } from './text-input.tsx';

const meta = {
  title: 'Contratos/Texto',
  component: ContractTextInput,
  tags: ['every-width'],
} satisfies Meta<typeof ContractTextInput>;

export default meta;

const field = contractTexts.fields.body;

function Typed({ initial, error }: { readonly initial: string; readonly error?: string }): ReactElement {
  const [value, setValue] = useState<unknown>(initial);
  if (!field) throw new Error('the texts of contracts have a body');
  return (
    <ContractTextInput
      error={error}
      field={field}
      label={field.label}
      name="body"
      onBlur={() => {}}
      onChange={setValue}
      value={value}
      values={{}}
    />
  );
}

export const Text: StoryObj = {
  render: () => (
    <StoryHost resource={contracts}>
      <Typed initial={sampleText} />
    </StoryHost>
  ),
};

export const UnknownField: StoryObj = {
  render: () => (
    <StoryHost resource={contracts}>
      <Typed
        error="El campo {{clinete}} no existe: ¿es {{cliente}}?"
        initial={'# Pago\n{{clinete}} paga {{total}}.'}
      />
    </StoryHost>
  ),
};
