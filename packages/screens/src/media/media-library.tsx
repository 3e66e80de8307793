import { type MediaKind, mediaFiles } from '@pauta/domain/media/files/media-file.ts';
import type { Filter } from '@pauta/domain/resource/query/query.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import type { Label } from '@pauta/domain/text/label.ts';
import { LinkButton } from '@pauta/ui/controls/link-button.tsx';
import { DownloadButton } from '@pauta/ui/export/download-button.tsx';
import { ResourceList } from '@pauta/ui/list/resource-list.tsx';
import type { Selection } from '@pauta/ui/query/selection.ts';
import { resourceScreens, type ScreenOverrides } from '@pauta/ui/screens/resource-screens.tsx';
import { type ComponentProps, type ComponentType, lazy, type ReactElement, Suspense } from 'react';
import { mediaFileInput } from './media-file-input.tsx';
import { MediaLookSwitch, Tiles, useMediaLook } from './media-look.tsx';
import { MediaThumbnail, MediaTile, tileFields } from './media-tile.tsx';
import { MediaUploads } from './media-uploads.tsx';

const LazyPreview = lazy(async () => ({
  default: (await import('../previews/media-preview.tsx')).MediaPreview,
}));
const LazyVersions = lazy(async () => ({ default: (await import('./media-parts.ts')).MediaVersions }));
const LazyUsage = lazy(async () => ({ default: (await import('./media-parts.ts')).MediaUsage }));
const LazyShare = lazy(async () => ({ default: (await import('./media-parts.ts')).ShareMedia }));

const versions = (media: AnyRecord): ReactElement => (
  <Suspense>
    <LazyVersions media={media} />
  </Suspense>
);

const usage = (media: AnyRecord): ReactElement => (
  <Suspense>
    <LazyUsage media={media} />
  </Suspense>
);

const ShareDialog = (props: ComponentProps<typeof LazyShare>): ReactElement => (
  <Suspense>
    <LazyShare {...props} />
  </Suspense>
);

/** The selected files as one ZIP; a selection by a query has no list of them. */
const zipOf = (selection: Selection): ReactElement | null =>
  selection.kind === 'ids' && selection.ids.length <= 200 ? (
    <DownloadButton
      name="Multimedia.zip"
      path={`/media-files/originals.zip?ids=${selection.ids.join(',')}`}
      size="small"
    >
      Descargar ZIP
    </DownloadButton>
  ) : null;

const preview = (record: AnyRecord): ReactElement => (
  <Suspense>
    <LazyPreview record={record} />
  </Suspense>
);

const overrides = (kind?: MediaKind): ScreenOverrides => ({
  inputs: { file: mediaFileInput(kind) },
  detail: {
    above: preview,
    commandDialogs: { share: ShareDialog },
    tabs: [
      { id: 'versiones', label: 'Versiones y enlaces', content: versions },
      { id: 'usos', label: 'Dónde se usa', content: usage },
    ],
  },
});

const thumbnails = { file: MediaThumbnail };
const tiles = { title: MediaTile };

/** What each kind has: only a sound has no size, and only a picture no duration. */
const without: Readonly<Record<Exclude<MediaKind, 'document'>, readonly string[]>> = {
  video: ['kind', 'color_space', 'dpi', 'pages'],
  image: ['kind', 'duration_sec', 'fps', 'bitrate_kbps', 'loudness_lufs', 'pages', 'unmeasured'],
  audio: ['kind', 'width_px', 'height_px', 'fps', 'color_space', 'dpi', 'pages'],
};

/** The library limited to one kind, under its own path. */
const screensOf = (
  kind: keyof typeof without,
  screen: string,
  label: Label,
  title: string,
): ComponentType => {
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
  const List = (): ReactElement => {
    const isGrid = useMediaLook() === 'cuadricula';
    const list = (
      <ResourceList
        actions={<MediaUploads kind={kind} title={`Subir ${title.toLocaleLowerCase('es')}`} />}
        cells={isGrid ? tiles : thumbnails}
        constant={constant}
        needs={tileFields}
        resource={resource}
        selectionActions={zipOf}
        title={title}
        toolbar={
          <>
            <MediaLookSwitch />
            <LinkButton size="small" to={`/${mediaFiles.screen}`}>
              Todos los archivos
            </LinkButton>
          </>
        }
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

/** All media files; documents have no page of their own. */
export const MediaFiles = resourceScreens(mediaFiles, {
  ...overrides(),
  cells: thumbnails,
  list: { actions: <MediaUploads title="Subir archivos" />, needs: tileFields, selectionActions: zipOf },
});
