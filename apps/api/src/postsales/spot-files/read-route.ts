import { spotFileLimits } from '@pauta/domain/postsales/quotas/spot-file-limits.ts';
import {
  keepSpotColumns,
  mostSpotRows,
  type SpotFile,
} from '@pauta/domain/postsales/spot-files/spot-file.ts';
import type { FastifyInstance } from 'fastify';
import { importLimits } from '../../import-export/limits.ts';
import { importMegabytes, readGivenFile } from '../../import-export/reading/given-file.ts';
import { parseFile } from '../../import-export/reading/parse-file.ts';
import { inTurn } from '../../import-export/reading/reading-turn.ts';
import { invalid } from '../../platform/http/problem.ts';

/**
 * `POST /api/placements/read-file`: the cells of a file about spots. It stores nothing: what is answered is sent to the
 * command that takes it, `content` as it is.
 */
export const readSpotFileRoute = (app: FastifyInstance): void => {
  app.post(
    '/api/placements/read-file',
    {
      config: {
        access: { anyPermission: ['placements.import', 'placements.special_days'] },
        files: true,
        problems: { 413: `El archivo supera ${importMegabytes} MB` },
      },
      bodyLimit: importLimits.pasted,
      schema: {
        summary: 'Lee un archivo de tiempo oficial o de colocaciones',
        description:
          'CSV, XLSX u ODS en el campo `file` (multipart/form-data), o `{ "text": "…" }`. No guarda nada: responde el contenido que toman los comandos que lo cargan.',
        consumes: ['multipart/form-data', 'application/json'],
        response: {
          200: {
            type: 'object',
            required: ['data'],
            properties: {
              data: {
                type: 'object',
                required: ['name', 'rows', 'content'],
                properties: {
                  name: { type: 'string' },
                  rows: { type: 'integer' },
                  content: { type: 'string' },
                },
              },
            },
          },
        },
      },
    },
    async (request) => {
      const given = await readGivenFile(request);
      try {
        return await inTurn(async () => {
          const rows: { line: number; cells: SpotFile['rows'][number]['cells'] }[] = [];
          const { columns, count } = await parseFile(
            { file: given.file, size: given.size },
            { pasted: given.pasted },
            async (batch) => {
              if (rows.length > mostSpotRows) return;
              for (const [line, cells] of JSON.parse(batch) as [number, SpotFile['rows'][number]['cells']][])
                rows.push({ line, cells });
            },
          );
          if (count > mostSpotRows)
            throw invalid({ file: [`El archivo tiene más de ${mostSpotRows} filas. Divídalo en partes.`] });
          const file: SpotFile = {
            columns: columns.map(({ header, dayFirst }) => ({ header, day_first: dayFirst })),
            rows,
          };
          const content = JSON.stringify(keepSpotColumns(file));
          if (content.length > spotFileLimits.content)
            throw invalid({
              file: ['Sus celdas tienen demasiado texto. Acórtelas, o divida el archivo en partes.'],
            });
          return { data: { name: given.name.slice(0, spotFileLimits.name), rows: count, content } };
        });
      } finally {
        await given.file.close();
      }
    },
  );
};
