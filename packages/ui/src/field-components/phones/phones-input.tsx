import { useApi } from '@pauta/core/react';
import { contacts } from '@pauta/domain/crm/contact.ts';
import type { JsonOptions, JsonRow } from '@pauta/domain/kinds/json.ts';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { paths } from '../data/paths.ts';
import type { InputProps } from '../faces/inputs.tsx';
import { type NumberOwners, PhoneManager } from './phone-manager.tsx';

const pause = 400;
const e164 = /^\+[1-9]\d{6,14}$/;

const numbersOf = (rows: readonly JsonRow[]): string[] => [
  ...new Set(
    rows.map((row) => String(row.number ?? '').replace(/[\s().-]/g, '')).filter((one) => e164.test(one)),
  ),
];

/** Who else has the numbers that are typed; those the record came with are its own. */
function useOwners(rows: readonly JsonRow[]): readonly NumberOwners[] {
  const api = useApi();
  const own = useRef(numbersOf(rows));
  const [owners, setOwners] = useState<readonly NumberOwners[]>([]);
  const key = numbersOf(rows)
    .filter((one) => !own.current.includes(one))
    .join();
  useEffect(() => {
    if (key === '') return setOwners([]);
    const controller = new AbortController();
    const timer = setTimeout(() => {
      // Only a hint: without it the form works as well.
      api
        .post<{ data: readonly NumberOwners[] }>(
          '/contacts/phone-owners',
          { numbers: key.split(',') },
          { signal: controller.signal },
        )
        .then(
          ({ data }) => setOwners(data),
          () => {},
        );
    }, pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [api, key]);
  return owners;
}

/** The phone manager as the input of a field. */
export function PhonesInput(props: InputProps): ReactElement {
  const { max = 20 } = props.field.options as JsonOptions;
  const rows = useMemo(
    () => (Array.isArray(props.value) ? (props.value as readonly JsonRow[]) : []),
    [props.value],
  );
  const owners = useOwners(rows);
  return (
    <PhoneManager
      error={props.error}
      label={props.label}
      max={max}
      name={props.name}
      onBlur={props.onBlur}
      onChange={props.onChange}
      ownerPath={(owner) => paths.record(contacts, owner.id)}
      owners={owners}
      readOnly={props.readOnly}
      required={props.required}
      rows={rows}
      {...(props.hint && { hint: props.hint })}
    />
  );
}
