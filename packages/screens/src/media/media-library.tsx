import { type MediaKind, mediaFiles } from '@pauta/domain/media/files/media-file.ts';
import type { Filter } from '@pauta/domain/resource/query/query.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import type { Label } from '@pauta/domain/text/label.ts';
import { ThumbnailCell } from '@pauta/ui/field-components/thumbnail-cell.tsx';
import { ResourceList } from '@pauta/ui/list/resource-list.tsx';
import { resourceScreens, type ScreenOverrides } from '@pauta/ui/screens/resource-screens.tsx';
import { type ComponentType, lazy, type ReactElement, Suspense } from 'react';
import { mediaFileInput } from './media-file-input.tsx';
import { MediaLookSwitch, Tiles, useMediaLook } from './media-look.tsx';
import { MediaTile, tileFields } from './media-tile.tsx';
import { MediaUploads } from './media-uploads.tsx';

const LazyPreview = lazy(async () => ({
  default: (await import('../previews/media-preview.tsx')).MediaPreview,
}));

const preview = (record: AnyRecord): ReactElement => (
  <Suspense>
    <LazyPreview record={record} />
  </Suspense>
);

const overrides = (kind?: MediaKind): ScreenOverrides => ({
  inputs: { file: mediaFileInput(kind) },
  detail: { above: preview },
});

const thumbnails = { file: ThumbnailCell };
const tiles = { title: MediaTile };

/** What each kind has: only a sound has no size, and only a picture no duration. */
const without: Readonly<Record<MediaKind, readonly string[]>> = {
  video: ['kind', 'color_space', 'dpi', 'loudness_lufs'],
  image: ['kind', 'duration_sec', 'fps', 'bitrate_kbps', 'loudness_lufs'],
  audio: ['kind', 'width_px', 'height_px', 'fps', 'color_space', 'dpi'],
};

/** The library limited to one kind, under its own path. */
const screensOf = (kind: MediaKind, screen: string, label: Label, title: string): ComponentType => {
  const has = (name: string): boolean => !without[kind].includes(name);
  const resource: Resource = {
    ...mediaFiles,
    screen,
    label,
    columns: mediaFiles.columns.filter(has),
    filters: mediaFiles.filters.filter(has),
    sections: mediaFiles.sections.map((section) => ({ ...section, fields: section.fields.filter(has) })),
  };
  const constant: readonly Filter[] = [{ field: 'kind', operator: 'in', values: [kind] }];
  const [first, ...others] = resource.columns;
  const columns = kind === 'image' && first ? [first, 'file', ...others] : resource.columns;
  const List = (): ReactElement => {
    const isGrid = useMediaLook() === 'cuadricula';
    const list = (
      <ResourceList
        actions={<MediaUploads kind={kind} title={`Subir ${title.toLocaleLowerCase('es')}`} />}
        cells={isGrid ? tiles : thumbnails}
        columns={columns}
        constant={constant}
        needs={tileFields}
        resource={resource}
        title={title}
        toolbar={<MediaLookSwitch />}
      />
    );
    return isGrid ? <Tiles>{list}</Tiles> : list;
  };
  return resourceScreens(resource, {
    ...overrides(kind),
    screens: { list: List },
    // The form does not ask for the kind.
    form: { initial: { kind }, beforeCreate: async (values) => ({ ...values, kind }) },
  });
};

/** Multimedia › Videos. */
export const Videos = screensOf(
  'video',
  'multimedia/videos',
  { one: 'Video', many: 'Videos', gender: 'm' },
  'Videos',
);

/** Multimedia › Imágenes. */
export const Images = screensOf(
  'image',
  'multimedia/imagenes',
  { one: 'Imagen', many: 'Imágenes', gender: 'f' },
  'Imágenes',
);

/** Multimedia › Audio. */
export const Audio = screensOf(
  'audio',
  'multimedia/audio',
  { one: 'Audio', many: 'Audios', gender: 'm' },
  'Audio',
);

/** All media files. */
export const MediaFiles = resourceScreens(mediaFiles, overrides());
