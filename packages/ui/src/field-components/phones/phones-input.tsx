import { useApi } from '@pauta/core/react';
import type { JsonOptions, JsonRow } from '@pauta/domain/kinds/json.ts';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { paths } from '../../data/paths.ts';
import type { InputProps } from '../inputs.tsx';
import { type NumberOwners, PhoneManager } from './phone-manager.tsx';

const pause = 400;
const e164 = /^\+[1-9]\d{6,14}$/;

const numbersOf = (rows: readonly JsonRow[]): string[] => [
  ...new Set(
    rows.map((row) => String(row.number ?? '').replace(/[\s().-]/g, '')).filter((one) => e164.test(one)),
  ),
];

/** Owners of the typed numbers; the numbers that the record already had are excluded. */
function useOwners(rows: readonly JsonRow[], path: string | undefined): readonly NumberOwners[] {
  const api = useApi();
  const own = useRef(numbersOf(rows));
  const [owners, setOwners] = useState<readonly NumberOwners[]>([]);
  const key = numbersOf(rows)
    .filter((one) => !own.current.includes(one))
    .join();
  useEffect(() => {
    if (key === '' || path === undefined) return setOwners([]);
    const controller = new AbortController();
    const timer = setTimeout(() => {
      // Owners are only a hint, so a failure is ignored.
      api
        .post<{ data: readonly NumberOwners[] }>(
          path,
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
  }, [api, key, path]);
  return owners;
}

/** The phone manager as the input of a field. */
export function PhonesInput(props: InputProps): ReactElement {
  const { max = 20, owners: others } = props.field.options as JsonOptions;
  const rows = useMemo(
    () => (Array.isArray(props.value) ? (props.value as readonly JsonRow[]) : []),
    [props.value],
  );
  const owners = useOwners(rows, others?.path);
  return (
    <PhoneManager
      error={props.error}
      label={props.label}
      max={max}
      name={props.name}
      onBlur={props.onBlur}
      onChange={props.onChange}
      owners={owners}
      readOnly={props.readOnly}
      required={props.required}
      rows={rows}
      {...(others && { ownerPath: (owner) => paths.record(others.of(), owner.id) })}
      {...(props.hint && { hint: props.hint })}
    />
  );
}
