import { useApiQuery } from '@pauta/core/react';
import { readArea } from '@pauta/domain/geo/area.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { LocationOptions } from '@pauta/domain/kinds/location.ts';
import { locationOf } from '@pauta/domain/resource/location-of.ts';
import type { Filter } from '@pauta/domain/resource/query/filter.ts';
import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { fold } from '@pauta/domain/text/fold.ts';
import { useMemo } from 'react';
import { placeOf } from '../../map/clusters.ts';
import type { MapCircle } from '../../map/draw-map.ts';
import type { MapPoints } from '../../map/map-points.ts';

/** The circles of a filter by places. Those around records are drawn when the records are loaded. */
export function useCircles(field: Field, filter: Filter | undefined): readonly MapCircle[] {
  const { centers = {} } = field.options as LocationOptions;
  const values = filter?.operator === 'in' ? filter.values : undefined;
  const areas = useMemo(() => (values ?? []).flatMap((text) => readArea(text) ?? []), [values]);
  // One request for a record and one for a group: screens make filters with a single centre.
  const sources = areas.flatMap(({ center }) => ('source' in center ? [center] : []));
  const record = sources.find(({ source }) => centers[source]?.by === undefined);
  const group = sources.find(({ source }) => centers[source]?.by !== undefined);
  const recordOf = record && centers[record.source]?.of();
  const groupOf = group && centers[group.source]?.of();
  const { data: found } = useApiQuery<{ data: AnyRecord }>(
    record && recordOf ? `/${recordOf.path}/${record.value}` : null,
    { revalidateOnFocus: false },
  );
  const { data: members } = useApiQuery<MapPoints>(groupOf ? `/${groupOf.path}/points` : null, {
    revalidateOnFocus: false,
  });
  return useMemo(
    () =>
      areas.flatMap(({ km, center }): MapCircle[] => {
        if (!('source' in center)) return [{ center, km: Number(km) }];
        const of = centers[center.source]?.of();
        const place = of && locationOf(of)?.field.options;
        if (centers[center.source]?.by !== undefined)
          return (members?.points ?? [])
            .filter(([, , , , , category]) => fold(category ?? '') === fold(center.value))
            .map((point) => ({ center: placeOf(point), km: Number(km) }));
        if (!place || found?.data.id !== center.value) return [];
        const [latitude, longitude] = [found.data[place.latitude], found.data[place.longitude]];
        return latitude == null || longitude == null
          ? []
          : [{ center: { latitude: Number(latitude), longitude: Number(longitude) }, km: Number(km) }];
      }),
    [areas, centers, found, members],
  );
}
