import type { FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { invalid, malformed, Problem } from '../http/problem.ts';

const accepted: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

export const imageLimits = { bytes: 2 * 1024 * 1024, side: 512, pixels: 40_000_000 } as const;

// Uploads are rare; without this libvips would cache decoded pictures in memory.
sharp.cache(false);

/**
 * Decodes a picture and re-encodes it as WebP of at most 512 × 512 pixels, upright, without metadata, so that no
 * uploaded byte is stored as it was sent.
 *
 * @throws Problem 422 on `field` when it is not a JPEG, PNG or WebP, does not match its declared type, or has too many
 * pixels
 */
export const normalizeImage = async (
  bytes: Uint8Array,
  declaredType: string,
  field: string,
): Promise<Buffer> => {
  const refuse = (message: string) => invalid({ [field]: [message] });
  const actual = await fileTypeFromBuffer(bytes);
  if (!actual || !accepted.includes(actual.mime) || actual.mime !== declaredType) {
    throw refuse('La imagen debe ser JPG, PNG o WebP.');
  }
  try {
    return await sharp(bytes, { limitInputPixels: imageLimits.pixels, failOn: 'error' })
      .rotate()
      .resize(imageLimits.side, imageLimits.side, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    throw refuse('La imagen está dañada o tiene demasiados píxeles.');
  }
};

/**
 * The one picture of a `multipart/form-data` request under `field`, normalized. The route needs `config.files`.
 *
 * @throws Problem 413 beyond 2 MB, 422 when absent or unusable
 */
export const readImage = async (request: FastifyRequest, field: string): Promise<Buffer> => {
  const tooLarge = 'La imagen supera 2 MB. Elija una más pequeña.';
  try {
    const part = await request.file({ limits: { fileSize: imageLimits.bytes, files: 1, fields: 0 } });
    if (!part || part.fieldname !== field) throw invalid({ [field]: ['Elija una imagen.'] });
    return await normalizeImage(await part.toBuffer(), part.mimetype, field);
  } catch (error) {
    if (error instanceof Problem) throw error;
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') {
      throw new Problem(413, 'too_large', tooLarge, { errors: { [field]: [tooLarge] }, cause: error });
    }
    // The parser's errors for a form that ends too early or has no parts.
    throw malformed('El formulario con la imagen no se puede leer.');
  }
};
