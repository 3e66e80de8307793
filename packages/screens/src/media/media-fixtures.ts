import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';

/** A measured sound of the library. */
export const sound = (place: number, changes: Partial<AnyRecord> = {}): AnyRecord =>
  ({
    id: uuid(place),
    row_version: 1,
    title: `Cuña ${place}`,
    kind: 'audio',
    file: { id: uuid(place, 1), name: `cuna-${place}.wav`, mime: 'audio/wav', bytes: 88_244 },
    status: 'available',
    refusal: null,
    client_id: null,
    brand_id: null,
    uses: 0,
    rights_until: null,
    rights_territory: null,
    tags: [],
    width_px: null,
    height_px: null,
    duration_sec: '31.200',
    fps: null,
    bitrate_kbps: 1536,
    codec: 'PCM',
    loudness_lufs: '-18.4',
    color_space: null,
    dpi: null,
    created_at: '2026-03-02T14:00:00Z',
    updated_at: '2026-03-02T14:00:00Z',
    archived_at: null,
    ...changes,
  }) as AnyRecord;

/** The peaks of a sound that swells and fades. */
export const peaks = Array.from({ length: 200 }, (_, at) =>
  Math.round(Math.abs(Math.sin(at / 9) * Math.sin((at / 200) * Math.PI)) * 255),
);
