import type { Point } from '@pauta/domain/geo/point.ts';
import type { Tone } from '@pauta/domain/kinds/choice.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import type { Mark } from './clusters.ts';
import type { MapColors } from './map-colors.ts';
import type { MapPoint } from './map-points.ts';
import type { Outline } from './outline/outline.ts';
import type { Tiles } from './tiles.ts';
import { circleEnds, type Position, project, toPosition, type Viewport, worldSize } from './viewport.ts';

/** A circle around a place. */
export interface MapCircle {
  readonly center: Point;
  readonly km: number;
}

/** What a map shows. */
export interface Scene {
  readonly outline: Outline | null;
  readonly tiles: Tiles | null;
  readonly circles: readonly MapCircle[];
  /** Points of interest. */
  readonly landmarks: readonly Mark[];
  readonly marks: readonly Mark[];
  /** Points that are drawn above the others, each by itself. */
  readonly selected: readonly MapPoint[];
  /** Every point is selected. */
  readonly allSelected: boolean;
  readonly current: MapPoint | null;
  readonly toneOf: (point: MapPoint) => Tone;
}

/** Zoom from which the names of provinces are written. */
const namesFrom = 7.5;

export const clusterRadius = (count: number): number => 13 + Math.min(13, 3.5 * Math.log10(count));
export const pointRadius = 7;

const disc = (context: CanvasRenderingContext2D, { x, y }: Position, radius: number): void => {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
};

const square = (context: CanvasRenderingContext2D, { x, y }: Position, radius: number): void => {
  context.beginPath();
  context.rect(x - radius, y - radius, 2 * radius, 2 * radius);
};

const drawOutline = (
  context: CanvasRenderingContext2D,
  viewport: Viewport,
  { land, provinces, names }: Outline,
  colors: MapColors,
): void => {
  const size = worldSize(viewport.zoom);
  const middle = project(viewport.center);
  context.save();
  context.translate(viewport.width / 2 - middle.x * size, viewport.height / 2 - middle.y * size);
  context.scale(size, size);
  context.fillStyle = colors.land;
  context.fill(land);
  context.lineJoin = 'round';
  context.lineWidth = 1 / size;
  context.strokeStyle = colors.province;
  if (viewport.zoom >= namesFrom - 1) context.stroke(provinces);
  context.strokeStyle = colors.border;
  context.stroke(land);
  context.restore();
  if (viewport.zoom < namesFrom) return;
  context.font = `12px ${colors.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineWidth = 3;
  context.strokeStyle = colors.halo;
  context.fillStyle = colors.text;
  for (const { name, x, y } of names) {
    const at = {
      x: (x - middle.x) * size + viewport.width / 2,
      y: (y - middle.y) * size + viewport.height / 2,
    };
    if (at.x < 0 || at.y < 0 || at.x > viewport.width || at.y > viewport.height) continue;
    context.strokeText(name, at.x, at.y);
    context.fillText(name, at.x, at.y);
  }
};

const drawCircle = (
  context: CanvasRenderingContext2D,
  viewport: Viewport,
  { center, km }: MapCircle,
  colors: MapColors,
): void => {
  const [north, east, south, west] = circleEnds(center, km).map((point) => toPosition(viewport, point));
  if (!north || !east || !south || !west) return;
  context.beginPath();
  context.ellipse(
    (east.x + west.x) / 2,
    (north.y + south.y) / 2,
    (east.x - west.x) / 2,
    (south.y - north.y) / 2,
    0,
    0,
    2 * Math.PI,
  );
  context.globalAlpha = 0.12;
  context.fillStyle = colors.accent;
  context.fill();
  context.globalAlpha = 1;
  context.lineWidth = 2;
  context.strokeStyle = colors.accent;
  context.setLineDash([6, 4]);
  context.stroke();
  context.setLineDash([]);
};

const drawLandmark = (
  context: CanvasRenderingContext2D,
  viewport: Viewport,
  mark: Mark,
  colors: MapColors,
): void => {
  const at = toPosition(viewport, mark.place);
  square(context, at, mark.kind === 'cluster' ? 9 : 6);
  context.fillStyle = colors.surface;
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = colors.text;
  context.stroke();
  if (mark.kind === 'point') return;
  context.fillStyle = colors.text;
  context.font = `10px ${colors.font}`;
  context.fillText(mark.count > 99 ? '99+' : String(mark.count), at.x, at.y);
};

const drawMark = (
  context: CanvasRenderingContext2D,
  viewport: Viewport,
  mark: Mark,
  scene: Scene,
  colors: MapColors,
): void => {
  const at = toPosition(viewport, mark.place);
  context.lineWidth = 2;
  context.strokeStyle = colors.surface;
  if (mark.kind === 'point') {
    disc(context, at, pointRadius);
    context.fillStyle = scene.allSelected ? colors.selected : colors.point[scene.toneOf(mark.point)];
    context.fill();
    context.stroke();
    return;
  }
  disc(context, at, clusterRadius(mark.count));
  context.fillStyle = scene.allSelected ? colors.selected : colors.accent;
  context.fill();
  context.stroke();
  context.fillStyle = scene.allSelected ? colors.surface : colors.accentText;
  context.font = `600 12px ${colors.font}`;
  context.fillText(formatCount(mark.count), at.x, at.y);
};

/** A selected point: larger, with a tick, so that it is told apart without its colour. */
const drawSelected = (context: CanvasRenderingContext2D, at: Position, colors: MapColors): void => {
  disc(context, at, pointRadius + 3);
  context.fillStyle = colors.selected;
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = colors.surface;
  context.stroke();
  context.beginPath();
  context.moveTo(at.x - 4, at.y);
  context.lineTo(at.x - 1, at.y + 3);
  context.lineTo(at.x + 4, at.y - 3);
  context.stroke();
};

/** Draws a map; the context has one unit a CSS pixel. */
export const drawMap = (
  context: CanvasRenderingContext2D,
  viewport: Viewport,
  scene: Scene,
  colors: MapColors,
): void => {
  context.fillStyle = colors.water;
  context.fillRect(0, 0, viewport.width, viewport.height);
  if (scene.outline) drawOutline(context, viewport, scene.outline, colors);
  scene.tiles?.draw(context, viewport);
  for (const circle of scene.circles) drawCircle(context, viewport, circle, colors);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const mark of scene.landmarks) drawLandmark(context, viewport, mark, colors);
  for (const mark of scene.marks) drawMark(context, viewport, mark, scene, colors);
  for (const [, , , latitude, longitude] of scene.selected)
    drawSelected(context, toPosition(viewport, { latitude, longitude }), colors);
  if (!scene.current) return;
  const [, , , latitude, longitude] = scene.current;
  const at = toPosition(viewport, { latitude, longitude });
  const { current } = scene;
  if (scene.selected.some(([id]) => id === current[0])) drawSelected(context, at, colors);
  else {
    disc(context, at, pointRadius);
    context.fillStyle = colors.point[scene.toneOf(current)];
    context.fill();
  }
  for (const [radius, width, color] of [
    [pointRadius + 6, 5, colors.surface],
    [pointRadius + 6, 3, colors.selected],
  ] as const) {
    disc(context, at, radius);
    context.lineWidth = width;
    context.strokeStyle = color;
    context.stroke();
  }
};
