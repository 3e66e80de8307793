import { readArea } from '@pauta/domain/geo/area.ts';
import { writePoint } from '@pauta/domain/geo/point.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { AreaCenter, LocationOptions } from '@pauta/domain/kinds/location.ts';
import type { ReactElement } from 'react';
import { useOptionLabels } from '../../data/use-options.ts';

function RecordName({ center, id }: { center: AreaCenter; id: string }): ReactElement {
  const [found] = useOptionLabels(center.of(), [id]);
  return <>{found?.label || '…'}</>;
}

/** An area in words: `a 2 km de 18.486058, -69.931212`, `a 0.5 km de cualquier Supermercado`. */
export function AreaText({ field, text }: { field: Field; text: string }): ReactElement | null {
  const area = readArea(text);
  if (!area) return null;
  const { km, center } = area;
  const source = 'source' in center ? (field.options as LocationOptions).centers?.[center.source] : undefined;
  return (
    <>
      {`a ${km.replace(/\B(?=(\d{3})+$)/, ',')} km de `}
      {!('source' in center) && writePoint(center)}
      {source && 'source' in center && source.by !== undefined && `cualquier ${center.value}`}
      {source && 'source' in center && source.by === undefined && (
        <RecordName center={source} id={center.value} />
      )}
    </>
  );
}
