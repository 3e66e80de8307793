import type { Point } from '@pauta/domain/geo/point.ts';
import type { Tone } from '@pauta/domain/kinds/choice.ts';
import { token as t } from '@pauta/layout/theme';
import { Maximize, Minus, Plus } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { styled } from 'styled-components';
import { EmptyState } from '../controls/empty-state.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { focusRing } from '../controls/style.ts';
import { VisuallyHidden } from '../controls/visually-hidden.tsx';
import { clustersOf, type Mark, placeOf } from './clusters.ts';
import { drawMap, type MapCircle } from './draw-map.ts';
import { hitAt } from './hit.ts';
import { type MapColors, readColors, watchColors } from './map-colors.ts';
import type { MapPoint } from './map-points.ts';
import { loadOutline, type Outline } from './outline/outline.ts';
import { createTiles, type Tiles } from './tiles.ts';
import { useGestures } from './use-gestures.ts';
import {
  boundsOf,
  circleEnds,
  fittingTo,
  mostZoom,
  type Position,
  pannedBy,
  toPoint,
  type Viewport,
  zoomedTo,
} from './viewport.ts';

const Root = styled.section`
  position: relative;
  display: flex;
  min-inline-size: 0;
  min-block-size: 20rem;
  overflow: clip;
  border: 1px solid ${t('color-border')};
  border-radius: ${t('radius-lg')};
  background: ${t('color-surface-sunken')};
  & > [role='application'] { position: absolute; inset: 0; cursor: grab; touch-action: none; user-select: none; }
  & > [role='application']:active { cursor: grabbing; }
  & > [role='application'][data-cursor='point'] { cursor: pointer; }
  & > [role='application'][data-cursor='place'] { cursor: crosshair; }
  & > [role='application']:focus-visible { ${focusRing} outline-offset: -3px; border-radius: ${t('radius-lg')}; }
  & canvas { display: block; inline-size: 100%; block-size: 100%; }
  & > [data-zoom] {
    position: absolute;
    inset-block-end: ${t('space-6')};
    inset-inline-end: ${t('space-2')};
    display: flex;
    flex-direction: column;
    gap: ${t('space-1')};
  }
  & > [data-zoom] > button { background: ${t('color-surface-raised')}; box-shadow: ${t('shadow-sm')}; }
  & > small {
    position: absolute;
    inset-block-end: 0;
    inset-inline-end: 0;
    padding: 0 ${t('space-2')};
    border-start-start-radius: ${t('radius-sm')};
    background: ${t('color-surface')};
    color: ${t('color-text-muted')};
    font-size: ${t('text-xs')};
    pointer-events: none;
  }
  & > [data-empty] { flex: 1; align-self: center; }
`;

/** Where the coasts come from; shown when there is no tile server. */
const outlineSource = 'Natural Earth';
/** Pixels of an arrow key, and milliseconds until a map counts as still. */
const step = 80;
const settles = 250;
const flight = 260;
/** Shown while there is nothing to show: the Caribbean. */
const usual = { center: { latitude: 18.7, longitude: -70.2 }, zoom: 7 };

const nothing: readonly MapPoint[] = [];
const noCircles: readonly MapCircle[] = [];

const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The server of the images of a map. */
export interface TileServer {
  /** Address with `{z}`, `{x}` and `{y}`. */
  readonly url: string;
  readonly attribution: string;
}

export interface MapViewProps {
  /** Accessible name. */
  readonly label: string;
  readonly points: readonly MapPoint[];
  /** Points of interest, drawn as squares. */
  readonly landmarks?: readonly MapPoint[];
  /** Ids of selected points, or all of them. */
  readonly selected: ReadonlySet<string> | 'all';
  /** Id of the point that is marked. */
  readonly current: string | null;
  readonly circles?: readonly MapCircle[];
  readonly toneOf: (point: MapPoint) => Tone;
  readonly tiles?: TileServer | undefined;
  /** The next click chooses a place instead of a point. */
  readonly choosing?: boolean;
  /** Announces how many points are visible. */
  readonly countText: (visible: number) => string;
  /** `adds`: with Ctrl or Shift, to select several. Points at one place are picked together. */
  readonly onPick: (points: readonly MapPoint[], adds: boolean) => void;
  readonly onPickLandmark?: (point: MapPoint) => void;
  readonly onPickPlace?: (place: Point) => void;
  /** Receives the place in the middle whenever the map has come to rest. */
  readonly onRest?: (center: Point) => void;
  /** Shown above the map, such as the card of a point. */
  readonly children?: ReactNode;
}

/**
 * A map of points, drawn on a canvas: clustered, moved by dragging, wheel, fingers, buttons and keys. The list with the
 * same points is its accessible alternative; where the browser offers no canvas, the map says so.
 *
 * @example <MapView countText={(n) => `${n} espacios a la vista`} current={null} label="Mapa de espacios" … />
 */
export function MapView({
  label,
  points,
  landmarks = nothing,
  selected,
  current,
  circles = noCircles,
  toneOf,
  tiles: server,
  choosing = false,
  countText,
  onPick,
  onPickLandmark,
  onPickPlace,
  onRest,
  children,
}: MapViewProps): ReactElement {
  const help = useId();
  const root = useRef<HTMLElement>(null);
  const face = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isMissing, setMissing] = useState(false);
  const [visible, setVisible] = useState<number | null>(null);
  const viewport = useRef<Viewport>({ ...usual, width: 0, height: 0 });
  const colors = useRef<MapColors | null>(null);
  const outline = useRef<Outline | null>(null);
  const tiles = useRef<Tiles | null>(null);
  const marks = useRef<{ points: readonly Mark[]; landmarks: readonly Mark[] }>({
    points: [],
    landmarks: [],
  });
  const frame = useRef(0);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flying = useRef(0);
  /** The points that the map was last fitted to. */
  const fitted = useRef<readonly MapPoint[] | null>(null);

  const clusters = useMemo(() => clustersOf(points), [points]);
  const landmarkClusters = useMemo(() => clustersOf(landmarks), [landmarks]);
  const above = useMemo(
    () => (selected === 'all' ? nothing : points.filter(([id]) => selected.has(id))),
    [points, selected],
  );
  const marked = useMemo(
    () => (current === null ? null : (points.find(([id]) => id === current) ?? null)),
    [points, current],
  );

  const latest = useRef({
    points,
    circles,
    clusters,
    landmarkClusters,
    above,
    marked,
    selected,
    toneOf,
    onRest,
  });
  latest.current = { points, circles, clusters, landmarkClusters, above, marked, selected, toneOf, onRest };

  const paint = useCallback((): void => {
    frame.current = 0;
    const node = canvas.current;
    const context = node?.getContext('2d');
    const view = viewport.current;
    if (!node || !context || view.width === 0) return;
    colors.current ??= readColors(node);
    const shown = latest.current;
    marks.current = {
      points: shown.clusters.marksIn(view),
      landmarks: shown.landmarkClusters.marksIn(view),
    };
    const scale = node.width / view.width;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    drawMap(
      context,
      view,
      {
        outline: outline.current,
        tiles: tiles.current,
        circles: shown.circles,
        landmarks: marks.current.landmarks,
        marks: marks.current.points,
        selected: shown.above,
        allSelected: shown.selected === 'all',
        current: shown.marked,
        toneOf: shown.toneOf,
      },
      colors.current,
    );
    if (node.dataset.painted !== 'true' && outline.current) node.dataset.painted = 'true';
  }, []);
  const repaint = useCallback((): void => {
    if (frame.current === 0) frame.current = requestAnimationFrame(paint);
  }, [paint]);

  const count = useCallback((): void => {
    const [west, south, east, north] = boundsOf(viewport.current);
    setVisible(
      latest.current.points.filter(
        ([, , , latitude, longitude]) =>
          latitude >= south && latitude <= north && longitude >= west && longitude <= east,
      ).length,
    );
    latest.current.onRest?.(viewport.current.center);
  }, []);
  const move = useCallback(
    (next: Viewport): void => {
      viewport.current = next;
      repaint();
      clearTimeout(rest.current);
      rest.current = setTimeout(count, settles);
    },
    [repaint, count],
  );
  const fly = useCallback(
    (to: Viewport): void => {
      cancelAnimationFrame(flying.current);
      if (isStill()) {
        move(to);
        return;
      }
      const from = viewport.current;
      const began = performance.now();
      const advance = (now: number): void => {
        const part = Math.min(1, Math.max(0, (now - began) / flight));
        const eased = 1 - (1 - part) ** 3;
        const between = (a: number, b: number): number => a + (b - a) * eased;
        move({
          ...to,
          zoom: between(from.zoom, to.zoom),
          center: {
            latitude: between(from.center.latitude, to.center.latitude),
            longitude: between(from.center.longitude, to.center.longitude),
          },
        });
        if (part < 1) flying.current = requestAnimationFrame(advance);
      };
      flying.current = requestAnimationFrame(advance);
    },
    [move],
  );
  const everything = useCallback((): Viewport | null => {
    const { points: all, circles: round } = latest.current;
    const around = round.flatMap(({ center, km }) => circleEnds(center, km));
    return fittingTo(
      viewport.current,
      [...all.map(placeOf), ...around],
      around.length > 0 ? mostZoom : undefined,
    );
  }, []);
  const fit = useCallback((): void => {
    const view = everything();
    if (view) fly(view);
  }, [everything, fly]);

  // The size of the canvas is that of its frame; the first measure also fits the points that are already there.
  useLayoutEffect(() => {
    const node = canvas.current;
    if (!node || !root.current) return;
    if (!node.getContext('2d')) {
      setMissing(true);
      return;
    }
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = node;
      if (width === 0) return;
      const scale = Math.min(2, window.devicePixelRatio || 1);
      node.width = Math.round(width * scale);
      node.height = Math.round(height * scale);
      viewport.current = { ...viewport.current, width, height };
      if (fitted.current !== latest.current.points && latest.current.points.length > 0) {
        fitted.current = latest.current.points;
        viewport.current = everything() ?? viewport.current;
      }
      paint();
      count();
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(root.current);
    const unwatch = watchColors(() => {
      colors.current = null;
      repaint();
    });
    return () => {
      observer.disconnect();
      unwatch();
      clearTimeout(rest.current);
      cancelAnimationFrame(frame.current);
      cancelAnimationFrame(flying.current);
      frame.current = 0;
    };
  }, [paint, repaint, count, everything]);

  useEffect(() => {
    let isGone = false;
    if (!canvas.current?.getContext('2d')) return;
    loadOutline().then(
      (loaded) => {
        if (isGone) return;
        outline.current = loaded;
        repaint();
      },
      // Without coasts the points are still shown.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [repaint]);

  useEffect(() => {
    tiles.current = server ? createTiles(server.url, repaint) : null;
    repaint();
    return () => tiles.current?.close();
  }, [server, repaint]);

  // A different set of points is shown as a whole; the same points stay where the user moved them.
  useEffect(() => {
    if (fitted.current !== points && viewport.current.width > 0 && points.length > 0) {
      fitted.current = points;
      fit();
    }
    count();
  }, [points, fit, count]);

  useEffect(repaint, [repaint, clusters, landmarkClusters, above, marked, circles, selected, toneOf]);

  // The marked point is brought into view.
  useEffect(() => {
    if (!marked || viewport.current.width === 0) return;
    const [west, south, east, north] = boundsOf(viewport.current);
    const place = placeOf(marked);
    const isInside =
      place.latitude > south && place.latitude < north && place.longitude > west && place.longitude < east;
    if (!isInside) fly({ ...viewport.current, center: place });
  }, [marked, fly]);

  const middle = (): Position => ({ x: viewport.current.width / 2, y: viewport.current.height / 2 });
  const zoom = (steps: number): void =>
    fly(zoomedTo(viewport.current, viewport.current.zoom + steps, middle()));
  const hit = (at: Position, isTouch: boolean) =>
    hitAt(
      viewport.current,
      marks.current.points,
      latest.current.marked ? [...above, latest.current.marked] : above,
      at,
      isTouch,
    );

  useGestures(face, {
    pan: (dx, dy) => {
      cancelAnimationFrame(flying.current);
      move(pannedBy(viewport.current, dx, dy));
    },
    zoom: (steps, at) => {
      cancelAnimationFrame(flying.current);
      move(zoomedTo(viewport.current, viewport.current.zoom + steps, at));
    },
    press: (at, { adds, isTouch }) => {
      if (choosing) {
        onPickPlace?.(toPoint(viewport.current, at));
        return;
      }
      const found = hit(at, isTouch);
      if (found?.kind === 'points') onPick(found.points, adds);
      else if (found) {
        fly({
          ...viewport.current,
          zoom: Math.max(viewport.current.zoom + 1, clusters.opensAt(found.mark.id)),
          center: found.mark.place,
        });
      } else {
        const landmark = hitAt(viewport.current, marks.current.landmarks, nothing, at, isTouch);
        if (landmark?.kind === 'points' && landmark.points[0]) onPickLandmark?.(landmark.points[0]);
        else if (landmark?.kind === 'cluster')
          fly({
            ...viewport.current,
            zoom: Math.max(viewport.current.zoom + 1, landmarkClusters.opensAt(landmark.mark.id)),
            center: landmark.mark.place,
          });
        else onPick([], adds);
      }
    },
    hover: (at) => {
      if (!face.current) return;
      const isOver =
        at !== null &&
        (hit(at, false) ?? hitAt(viewport.current, marks.current.landmarks, nothing, at, false)) !== null;
      face.current.dataset.cursor = choosing ? 'place' : isOver ? 'point' : 'map';
    },
  });

  const pressKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const keys: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => move(pannedBy(viewport.current, step, 0)),
      ArrowRight: () => move(pannedBy(viewport.current, -step, 0)),
      ArrowUp: () => move(pannedBy(viewport.current, 0, step)),
      ArrowDown: () => move(pannedBy(viewport.current, 0, -step)),
      '+': () => zoom(1),
      '=': () => zoom(1),
      '-': () => zoom(-1),
      '0': fit,
      Enter: () => {
        if (choosing) onPickPlace?.(viewport.current.center);
      },
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };

  return (
    <Root aria-label={label} data-map ref={root}>
      {isMissing ? (
        <div data-empty role="status">
          <EmptyState title="No se puede dibujar el mapa">
            Este navegador no ofrece gráficos a la página. La lista tiene los mismos registros.
          </EmptyState>
        </div>
      ) : (
        <>
          <div
            aria-describedby={help}
            aria-label={label}
            aria-roledescription="mapa"
            data-cursor={choosing ? 'place' : 'map'}
            onKeyDown={pressKey}
            ref={face}
            role="application"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the map is moved by keys.
            tabIndex={0}
          >
            <canvas aria-hidden ref={canvas} />
          </div>
          <VisuallyHidden id={help}>
            Las flechas mueven el mapa; más y menos lo acercan y lo alejan; cero muestra todo. Los mismos
            registros están en la lista.
          </VisuallyHidden>
          <VisuallyHidden role="status">{visible === null ? '' : countText(visible)}</VisuallyHidden>
          <div data-zoom>
            <IconButton icon={<Plus aria-hidden size={16} />} label="Acercar" onClick={() => zoom(1)} />
            <IconButton icon={<Minus aria-hidden size={16} />} label="Alejar" onClick={() => zoom(-1)} />
            <IconButton icon={<Maximize aria-hidden size={16} />} label="Ver todo" onClick={fit} />
          </div>
          <small>{server?.attribution || outlineSource}</small>
          {children}
        </>
      )}
    </Root>
  );
}
