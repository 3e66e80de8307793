import type { KindName } from '@pauta/domain/kinds/kind.ts';
import type { Filter } from '@pauta/domain/resource/query/query.ts';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactElement, useState } from 'react';
import { DescriptionList } from '../controls/description-list.tsx';
import { kindFixtures, kindRecord } from '../testing/kind-fixtures.ts';
import { StoryHost } from '../testing/story-host.tsx';
import { cells } from './cells.tsx';
import { filters } from './filters.tsx';
import { inputValues } from './input-values.ts';
import { inputs } from './inputs.tsx';

/** One kind: its cell, with a value and empty, its input, with a value, with an error and empty, and its filter. */
function Kind({ name }: { name: KindName }): ReactElement {
  const { field, value } = kindFixtures[name];
  const [Cell, Input, FilterInput] = [cells[name], inputs[name], filters[name]];
  const [typed, setTyped] = useState(() => inputValues({ it: field }, { ...kindRecord, it: value }).it);
  const [filter, setFilter] = useState<Filter>();
  const common = {
    field,
    label: field.label,
    onBlur: () => undefined,
    onChange: setTyped,
    values: kindRecord,
  };
  return (
    <StoryHost>
      <div style={{ display: 'grid', gap: '1.5rem', maxInlineSize: '24rem', padding: '1rem' }}>
        <DescriptionList
          items={[
            {
              key: 'cell',
              label: 'En la ficha',
              value: <Cell field={field} place="detail" record={kindRecord} value={value} />,
            },
            {
              key: 'list',
              label: 'En la lista',
              value: <Cell field={field} place="list" record={kindRecord} value={value} />,
            },
            { key: 'none', label: 'Sin dato', value: <Cell field={field} place="list" value={null} /> },
          ]}
        />
        <Input {...common} name="filled" value={typed} />
        <Input {...common} error="Revise este dato." name="wrong" required value={typed} />
        {FilterInput && (
          <FilterInput
            field={field}
            filter={filter}
            label={`Filtro: ${field.label}`}
            name="filter"
            onChange={setFilter}
          />
        )}
      </div>
    </StoryHost>
  );
}

const meta = { title: 'Tipos de dato', component: Kind } satisfies Meta<typeof Kind>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Text: Story = { args: { name: 'text' } };
export const LongText: Story = { args: { name: 'longText' } };
export const Integer: Story = { args: { name: 'integer' } };
export const Decimal: Story = { args: { name: 'decimal' } };
export const Percent: Story = { args: { name: 'percent' } };
export const Money: Story = { args: { name: 'money' } };
export const YesNo: Story = { args: { name: 'yesNo' } };
export const CivilDate: Story = { args: { name: 'date' } };
export const DateTime: Story = { args: { name: 'dateTime' } };
export const DateRange: Story = { args: { name: 'dateRange' } };
export const Time: Story = { args: { name: 'time' } };
export const Choice: Story = { args: { name: 'choice' } };
export const Choices: Story = { args: { name: 'choices' } };
export const Reference: Story = { args: { name: 'reference' } };
export const References: Story = { args: { name: 'references' } };
export const Email: Story = { args: { name: 'email' } };
export const Phone: Story = { args: { name: 'phone' } };
export const Url: Story = { args: { name: 'url' } };
export const TaxId: Story = { args: { name: 'taxId' } };
export const Tags: Story = { args: { name: 'tags' } };
export const StoredFile: Story = { args: { name: 'file' } };
export const StructuredValue: Story = { args: { name: 'json' } };
