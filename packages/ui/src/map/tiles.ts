import { project, type Viewport, worldSize } from './viewport.ts';

/** Images of a map by their address, as far as they are loaded. */
export interface Tiles {
  /** Draws the images of a part of the world; those that are missing are requested. */
  draw(context: CanvasRenderingContext2D, viewport: Viewport): void;
  /** Stops loading. */
  close(): void;
}

/** The most images that are kept, about 60 MB. */
const most = 240;
const size = 256;
/** Few servers have images of a higher zoom. */
const mostTileZoom = 19;

/**
 * Map images of a tile server.
 *
 * @param url address with `{z}`, `{x}` and `{y}`
 * @param arrived called when an image is loaded
 */
export const createTiles = (url: string, arrived: () => void): Tiles => {
  const images = new Map<string, HTMLImageElement>();
  let isClosed = false;

  const imageOf = (z: number, x: number, y: number): HTMLImageElement => {
    const address = url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
    const known = images.get(address);
    if (known) {
      images.delete(address);
      images.set(address, known);
      return known;
    }
    const image = new Image();
    image.decoding = 'async';
    image.onload = () => {
      if (!isClosed) arrived();
    };
    image.src = address;
    images.set(address, image);
    const [oldest] = images.keys();
    if (images.size > most && oldest !== undefined) images.delete(oldest);
    return image;
  };

  return {
    draw: (context, viewport) => {
      const z = Math.min(mostTileZoom, Math.round(viewport.zoom));
      const count = 2 ** z;
      const scale = worldSize(viewport.zoom) / count;
      const middle = project(viewport.center);
      const left = viewport.width / 2 - middle.x * worldSize(viewport.zoom);
      const top = viewport.height / 2 - middle.y * worldSize(viewport.zoom);
      const range = (start: number, length: number): [number, number] => [
        Math.max(0, Math.floor(-start / scale)),
        Math.min(count - 1, Math.floor((length - start) / scale)),
      ];
      const [[fromX, toX], [fromY, toY]] = [range(left, viewport.width), range(top, viewport.height)];
      for (let x = fromX; x <= toX; x += 1) {
        for (let y = fromY; y <= toY; y += 1) {
          const image = imageOf(z, x, y);
          if (image.complete && image.naturalWidth > 0)
            context.drawImage(
              image,
              left + x * scale,
              top + y * scale,
              scale + size / 1024,
              scale + size / 1024,
            );
        }
      }
    },
    close: () => {
      isClosed = true;
      images.clear();
    },
  };
};
