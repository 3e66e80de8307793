import { useApiQuery, useSettings } from '@pauta/core/react';
import { readKm, writeArea } from '@pauta/domain/geo/area.ts';
import type { Point } from '@pauta/domain/geo/point.ts';
import type { ChoiceOptions, Tone } from '@pauta/domain/kinds/choice.ts';
import type { Field } from '@pauta/domain/kinds/kind.ts';
import type { LocationOptions } from '@pauta/domain/kinds/location.ts';
import type { ListQuery } from '@pauta/domain/resource/query/query.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { countOf } from '@pauta/domain/text/label.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { token as t } from '@pauta/layout/theme';
import { type ReactElement, useCallback, useMemo, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { Badge } from '../../controls/badge.tsx';
import { Button } from '../../controls/button.tsx';
import { Checkbox } from '../../controls/checkbox.tsx';
import { FailureBanner } from '../../controls/failure-banner.tsx';
import { scopeOf } from '../../data/use-summary.ts';
import type { MapPoint, MapPoints } from '../../map/map-points.ts';
import { MapView } from '../../map/map-view.tsx';
import { Link } from '../../router.ts';
import type { UseSelection } from '../selection/use-selection.ts';
import { useRemainingHeight } from '../state/use-remaining-height.ts';
import { MapTools } from './map-tools.tsx';
import { PointCard } from './point-card.tsx';
import { useCircles } from './use-circles.ts';

const Root = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${t('space-2')};
  min-inline-size: 0;
  & > div { display: grid; block-size: calc(var(--list-height, 60vh) - var(--pauta-bottom-inset, 0px)); min-block-size: 20rem; }
  & > p { color: ${t('color-text-muted')}; font-size: ${t('text-sm')}; }
`;

const none: readonly MapPoint[] = [];
const nobody: ReadonlySet<string> = new Set();
const layersKey = 'pauta.map.layers';

const loadLayers = (): boolean => {
  try {
    return localStorage.getItem(layersKey) !== 'off';
  } catch {
    return true;
  }
};

export interface ListMapProps {
  readonly resource: Resource;
  readonly place: { readonly name: string; readonly field: Field };
  readonly query: ListQuery;
  readonly chosen: UseSelection;
  readonly selectable: boolean;
  /** Id of the record that is marked in the list. */
  readonly current: string | null;
  readonly onCurrent: (id: string | null) => void;
  readonly href: (record: AnyRecord) => string | null;
  readonly onOpen: (record: AnyRecord) => void;
  readonly go: (change: Partial<ListQuery>) => void;
  /** The address of the same list with changes. */
  readonly to: (change: Partial<ListQuery>) => { pathname: string; search: string };
}

/** The map of a list: the same query, the same selection. Loaded when it is first shown. */
export function ListMap({
  resource,
  place,
  query,
  chosen,
  selectable,
  current,
  onCurrent,
  href,
  onOpen,
  go,
  to,
}: ListMapProps): ReactElement {
  const root = useRef<HTMLDivElement>(null);
  useRemainingHeight(root);
  const { get } = useSettings();
  const { label } = resource;
  const many = label.many.toLocaleLowerCase('es');
  const { category, centers = {} } = place.field.options as LocationOptions;
  const scope = scopeOf(resource, query).toString();
  const answer = useApiQuery<MapPoints>(`/${resource.path}/points${scope && `?${scope}`}`, {
    keepPreviousData: true,
  });
  const points = answer.data?.points ?? none;

  // The other resource whose records may be centres is a layer of this map.
  const [layerSource, layer] =
    Object.entries(centers).find(([, { of, by }]) => by === undefined && of() !== resource) ?? [];
  const groupSource = Object.entries(centers).find(
    ([, { of, by }]) => by !== undefined && of() === layer?.of(),
  )?.[0];
  const [hasLayer, setLayer] = useState(loadLayers);
  const landmarks = useApiQuery<MapPoints>(layer && hasLayer ? `/${layer.of().path}/points` : null);

  const [km, setKm] = useState('2');
  const [isChoosing, setChoosing] = useState(false);
  const [picked, setPicked] = useState<readonly MapPoint[]>(none);
  const [landmark, setLandmark] = useState<MapPoint | null>(null);
  const center = useRef<Point>({ latitude: 0, longitude: 0 });
  const filter = query.filters.find(({ field }) => field === place.name);
  const circles = useCircles(place.field, filter);

  const selected = useMemo(() => {
    const { selection } = chosen;
    if (!selection) return nobody;
    return selection.kind === 'all' ? 'all' : new Set(selection.ids);
  }, [chosen]);
  const choices = (category === undefined ? undefined : resource.fields[category])?.options as
    | Partial<ChoiceOptions>
    | undefined;
  const choiceOf = useCallback(
    (point: MapPoint) => choices?.choices?.find(({ value }) => value === point[5]),
    [choices],
  );
  const toneOf = useCallback((point: MapPoint): Tone => choiceOf(point)?.tone ?? 'info', [choiceOf]);

  const around = (at: Parameters<typeof writeArea>[0]['center']): void => {
    const distance = readKm(km);
    if (distance === null) return;
    setChoosing(false);
    setLandmark(null);
    go({
      filters: [
        ...query.filters.filter(({ field }) => field !== place.name),
        { field: place.name, operator: 'in', values: [writeArea({ km: distance, center: at })] },
      ],
    });
  };
  const ownSource = Object.entries(centers).find(
    ([, { of, by }]) => by === undefined && of() === resource,
  )?.[0];
  const rowOf = (id: string): AnyRecord => ({ id }) as AnyRecord;

  const { missing = 0, others = 0, total = 0, is_cut = false } = answer.data ?? {};
  const without = to({
    filters: [
      ...query.filters.filter(
        ({ field }) => field !== place.name && field !== place.field.options.when?.field,
      ),
      { field: place.name, operator: 'empty' },
      ...(place.field.options.when && place.field.options.when.is !== 'given'
        ? [
            {
              field: place.field.options.when.field,
              operator: 'in' as const,
              values: place.field.options.when.is.map(String),
            },
          ]
        : []),
    ],
  });
  const url = get<string>('map_tiles_url', '');
  const attribution = get<string>('map_tiles_attribution', '');
  const tiles = useMemo(() => (url ? { url, attribution } : undefined), [url, attribution]);
  const shownPicks = picked.filter(([id]) => points.some(([one]) => one === id));

  return (
    <Root data-list-map>
      {answer.error && <FailureBanner error={answer.error} onRetry={() => void answer.mutate()} />}
      <div ref={root}>
        <MapView
          choosing={isChoosing}
          circles={circles}
          countText={(visible) =>
            `${countOf(label, visible)} a la vista, de ${formatCount(total)} en el mapa`
          }
          current={current}
          label={`Mapa de ${many}`}
          landmarks={landmarks.data?.points ?? none}
          onPick={(hits, adds) => {
            setLandmark(null);
            if (adds && selectable) {
              for (const [id] of hits) chosen.toggle(id);
              return;
            }
            setPicked(hits);
            onCurrent(hits[0]?.[0] ?? null);
          }}
          onPickLandmark={(point) => {
            setPicked(none);
            setLandmark(point);
          }}
          onPickPlace={around}
          onRest={(middle) => {
            center.current = middle;
          }}
          points={points}
          selected={selected}
          tiles={tiles}
          toneOf={toneOf}
        >
          <MapTools
            choosing={isChoosing}
            km={km}
            layers={
              layer
                ? [
                    {
                      label: layer.of().label.many,
                      isShown: hasLayer,
                      onToggle: () => {
                        setLayer(!hasLayer);
                        try {
                          localStorage.setItem(layersKey, hasLayer ? 'off' : 'on');
                        } catch {
                          // Without storage the choice is kept until the page is left.
                        }
                      },
                    },
                  ]
                : []
            }
            onCenter={() => around(center.current)}
            onChoosing={setChoosing}
            onKm={setKm}
          />
          {shownPicks.length > 0 && (
            <PointCard
              onClose={() => {
                setPicked(none);
                onCurrent(null);
              }}
              points={shownPicks}
              title={shownPicks.length === 1 ? label.one : `${countOf(label, shownPicks.length)} aquí`}
            >
              {(point) => {
                const [id, code, name] = point;
                const address = href(rowOf(id));
                const choice = choiceOf(point);
                return (
                  <>
                    {address === null ? (
                      <strong>{name}</strong>
                    ) : (
                      <Link onClick={() => onOpen(rowOf(id))} to={address}>
                        {name}
                      </Link>
                    )}
                    <span data-facts>
                      {code}
                      {choice && <Badge tone={choice.tone}>{choice.label}</Badge>}
                    </span>
                    <span data-tools>
                      {selectable && (
                        <Checkbox
                          checked={chosen.has(id)}
                          label="Seleccionado"
                          onChange={() => chosen.toggle(id)}
                        />
                      )}
                      {ownSource !== undefined && (
                        <Button onClick={() => around({ source: ownSource, value: id })} size="small">
                          {`A ${km} km de aquí`}
                        </Button>
                      )}
                    </span>
                  </>
                );
              }}
            </PointCard>
          )}
          {landmark && layer && layerSource !== undefined && (
            <PointCard onClose={() => setLandmark(null)} points={[landmark]} title={layer.of().label.one}>
              {([id, , name, , , kind]) => (
                <>
                  <strong>{name}</strong>
                  {kind !== null && <span data-facts>{kind}</span>}
                  <span data-tools>
                    <Button onClick={() => around({ source: layerSource, value: id })} size="small">
                      {`A ${km} km de aquí`}
                    </Button>
                    {kind !== null && groupSource !== undefined && (
                      <Button onClick={() => around({ source: groupSource, value: kind })} size="small">
                        {`A ${km} km de cualquier ${kind}`}
                      </Button>
                    )}
                  </span>
                </>
              )}
            </PointCard>
          )}
        </MapView>
      </div>
      {answer.data && (
        <p data-map-counts>
          {`${formatCount(total)} en el mapa`}
          {missing > 0 && (
            <>
              {' · '}
              <Link to={without}>{`${countOf(label, missing)} sin coordenadas`}</Link>
            </>
          )}
          {others > 0 && ` · ${formatCount(others)} que no van en un mapa`}
          {is_cut && ' · Hay más: acote el filtro para verlos.'}
        </p>
      )}
    </Root>
  );
}
