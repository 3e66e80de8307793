import { useApiQuery } from '@pauta/core/react';
import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import { numberSeries, patternKey } from '@pauta/domain/document/number-series.ts';
import { exampleNumber } from '@pauta/domain/document/numbering.ts';
import { parseField } from '@pauta/domain/kinds/kind.ts';
import { CheckList } from '@pauta/ui/controls/check-list.tsx';
import { NumberField } from '@pauta/ui/controls/number-field.tsx';
import { Skeleton } from '@pauta/ui/controls/skeleton.tsx';
import { type Input, type InputProps, inputs } from '@pauta/ui/field-components/inputs.tsx';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';

interface RoleOption {
  readonly id: string;
  readonly label: string;
  /** Internal name, by which settings refer to the role. */
  readonly code: string;
}

const useRoles = (): readonly RoleOption[] | undefined =>
  useApiQuery<{ readonly data: readonly RoleOption[] }>('/roles/options', { query: { limit: 100 } }).data
    ?.data;

/** Several roles, by their internal names. */
function RoleNames({
  label,
  hint,
  error,
  name,
  readOnly,
  value,
  onChange,
  onBlur,
}: InputProps): ReactElement {
  const roles = useRoles();
  const chosen = (value ?? []) as readonly string[];
  if (!roles) return <Skeleton lines={3} />;
  return (
    <CheckList
      error={error}
      hint={hint}
      label={label}
      name={name}
      onBlur={onBlur}
      onChange={onChange}
      options={roles.map(({ code, label: text }) => ({ value: code, label: text }))}
      readOnly={readOnly}
      value={chosen}
    />
  );
}

const Limits = styled.fieldset`
  margin: 0;
  padding: 0;
  border: 0;
  min-inline-size: 0;
  & > legend { padding: 0; font-weight: var(--pauta-weight-medium); }
  & > p { margin: 0 0 var(--pauta-space-2); color: var(--pauta-color-text-muted); font-size: var(--pauta-text-sm); }
  & > p[data-error] { color: var(--pauta-color-danger-text); }
  & > div { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr)); gap: var(--pauta-space-3); }
`;

interface Limit {
  readonly role: string;
  readonly pct: string;
}

/** A percentage per role; a role without a percentage has no row. */
function RoleLimits({ label, hint, error, readOnly, value, onChange, onBlur }: InputProps): ReactElement {
  const roles = useRoles();
  const limits = (value ?? []) as readonly Limit[];
  if (!roles) return <Skeleton lines={4} />;
  const set = (role: string, pct: string): void => {
    const others = limits.filter((limit) => limit.role !== role);
    onChange(pct === '' ? others : [...others, { role, pct }].sort((a, b) => (a.role < b.role ? -1 : 1)));
  };
  return (
    <Limits>
      <legend>{label}</legend>
      {hint && <p>{hint}</p>}
      {error && <p data-error>{error}</p>}
      <div>
        {roles
          .filter(({ code }) => code !== 'pending')
          .map(({ code, label: text }) => {
            const pct = limits.find(({ role }) => role === code)?.pct ?? '';
            return (
              <NumberField
                key={code}
                label={text}
                onBlur={onBlur}
                onChange={(typed) => set(code, typed)}
                readOnly={readOnly}
                suffix={<span data-affix>%</span>}
                value={pct.includes('.') ? pct.replace(/\.?0+$/, '') : pct}
              />
            );
          })}
      </div>
    </Limits>
  );
}

const Text = inputs.text;

/** A numbering pattern, with an example number that it produces now. */
function Pattern(props: InputProps): ReactElement {
  const { field, hint, value } = props;
  const checked = parseField(field, value);
  const example = checked.ok
    ? exampleNumber(String(checked.value), Number(companyToday().slice(0, 4)))
    : undefined;
  return <Text {...props} hint={example === undefined ? hint : `${hint ?? ''} Ejemplo: ${example}.`} />;
}

/** Inputs of settings whose kind has no input. */
export const settingInputs: Readonly<Record<string, Input>> = {
  second_factor_roles: RoleNames,
  discount_limits: RoleLimits,
  ...Object.fromEntries(Object.keys(numberSeries).map((series) => [patternKey(series), Pattern])),
};
