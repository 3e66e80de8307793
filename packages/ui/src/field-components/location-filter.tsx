import { useApiQuery } from '@pauta/core/react';
import { readArea, readKm, writeArea } from '@pauta/domain/geo/area.ts';
import { readPoint, writePoint } from '@pauta/domain/geo/point.ts';
import type { AreaCenter, LocationOptions } from '@pauta/domain/kinds/location.ts';
import type { Resource } from '@pauta/domain/resource/resource.ts';
import { type ReactElement, useCallback, useMemo, useState } from 'react';
import { ComboBox, type OptionsState } from '../controls/combo-box.tsx';
import { NumberField } from '../controls/number-field.tsx';
import { Select } from '../controls/select.tsx';
import { TextField } from '../controls/text-field.tsx';
import { useOptionLabels, useOptions } from '../data/use-options.ts';
import type { MapPoints } from '../map/map-points.ts';
import type { FilterInputProps } from './filters.tsx';

/** The centre is a place that the user writes. */
const written = 'place';

interface Draft {
  readonly km: string;
  /** `written`, or a source of centres. */
  readonly from: string;
  readonly value: string;
}

const draftOf = (text: string | undefined): Draft => {
  const area = text === undefined ? null : readArea(text);
  if (!area) return { km: '2', from: written, value: '' };
  const { km, center } = area;
  return 'source' in center
    ? { km, from: center.source, value: center.value }
    : { km, from: written, value: writePoint(center) };
};

/** The stored text of an area; text that is no area while a part of it is missing or wrong. */
const textOf = ({ km, from, value }: Draft): string => {
  const distance = readKm(km);
  const point = from === written ? readPoint(value) : null;
  if (distance === null || (from === written && !point)) return '';
  return writeArea({ km: distance, center: point ?? { source: from, value } });
};

function RecordCenter({
  label,
  of,
  value,
  onChange,
}: {
  label: string;
  of: () => Resource;
  value: string;
  onChange: (value: string) => void;
}): ReactElement {
  const [chosen = null] = useOptionLabels(of(), value === '' ? [] : [value]);
  const useAsked = useCallback(
    (text: string, open: boolean): OptionsState => useOptions(of(), text, { asking: open }),
    [of],
  );
  return (
    <ComboBox
      label={label}
      onChange={(option) => onChange(option?.id ?? '')}
      useOptions={useAsked}
      value={chosen}
    />
  );
}

function GroupCenter({
  label,
  of,
  value,
  onChange,
}: {
  label: string;
  of: () => Resource;
  value: string;
  onChange: (value: string) => void;
}): ReactElement {
  const { data } = useApiQuery<MapPoints>(`/${of().path}/points`, { revalidateOnFocus: false });
  const options = useMemo(() => {
    const names = new Set(data?.points.map(([, , , , , category]) => category ?? ''));
    names.add(value);
    names.delete('');
    return [...names].sort((a, b) => a.localeCompare(b, 'es')).map((name) => ({ value: name, label: name }));
  }, [data, value]);
  return (
    <Select
      hint={data && options.length === 0 ? 'Ningún punto de interés tiene tipo todavía.' : undefined}
      label={label}
      onChange={onChange}
      options={options}
      placeholder="Elija un tipo"
      value={value}
    />
  );
}

/** A filter by the places within a distance of a centre. */
export function LocationFilter({ name, field, filter, onChange }: FilterInputProps): ReactElement {
  const { centers = {} } = field.options as LocationOptions;
  const [draft, setDraft] = useState(() =>
    draftOf(filter && 'values' in filter ? filter.values[0] : undefined),
  );
  const change = (next: Partial<Draft>): void => {
    const all = { ...draft, ...next };
    setDraft(all);
    onChange({ field: name, operator: 'in', values: [textOf(all)] });
  };
  const source: AreaCenter | undefined = centers[draft.from];
  const Center = source?.by === undefined ? RecordCenter : GroupCenter;
  return (
    <>
      <NumberField
        error={
          draft.km !== '' && readKm(draft.km) === null
            ? 'Escriba una distancia de hasta 1,000 km.'
            : undefined
        }
        label="A una distancia de hasta"
        onChange={(km) => change({ km })}
        suffix="km"
        value={draft.km}
      />
      <Select
        clearable={false}
        label="Desde"
        onChange={(from) => change({ from, value: '' })}
        options={[
          { value: written, label: 'Unas coordenadas' },
          ...Object.entries(centers).map(([value, { label }]) => ({ value, label })),
        ]}
        value={draft.from}
      />
      {source ? (
        <Center
          key={draft.from}
          label={source.label}
          of={source.of}
          onChange={(value) => change({ value })}
          value={draft.value}
        />
      ) : (
        <TextField
          error={
            draft.value !== '' && !readPoint(draft.value)
              ? 'Escriba la latitud y la longitud, por ejemplo 18.486058, -69.931212.'
              : undefined
          }
          label="Latitud, longitud"
          onChange={(value) => change({ value })}
          placeholder="18.486058, -69.931212"
          value={draft.value}
        />
      )}
    </>
  );
}
