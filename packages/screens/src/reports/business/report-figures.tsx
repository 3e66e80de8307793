import { dimensionLabel, type Report } from '@pauta/domain/reports/report.ts';
import { formatFigure, mostMembers, type ReportAnswer } from '@pauta/domain/reports/report-answer.ts';
import { reportTable } from '@pauta/domain/reports/report-table.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import { FigureTable } from '@pauta/ui/controls/figure-table.ts';
import { Link } from '@pauta/ui/router.ts';
import type { ReactElement } from 'react';

/** A report as a table. Each figure is a link to the rows that it sums. */
export function ReportFigures({
  report,
  answer,
  rowsBy,
  id,
}: {
  readonly report: Report;
  readonly answer: ReportAnswer;
  readonly rowsBy: string;
  readonly id: string;
}): ReactElement {
  const { columns, rows } = reportTable(answer);
  const screen = report.resource().screen;
  const { more } = answer;
  const notes = answer.measures.flatMap(({ name, label }) => {
    const hint = report.measures[name]?.hint;
    return hint === undefined ? [] : [{ label, hint }];
  });
  return (
    <>
      <FigureTable aria-label={`${report.label}, como tabla`} id={id} role="region" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{dimensionLabel(report, rowsBy)}</th>
              {columns.map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label, isTotal, figures }) => (
              <tr data-total={isTotal || undefined} key={key}>
                <th scope="row">{label}</th>
                {figures.map((figure, place) => {
                  const column = columns[place];
                  if (!column || figure?.value == null)
                    return (
                      <td data-none key={column?.key ?? place}>
                        —
                      </td>
                    );
                  const text = formatFigure(figure.value, column.unit, answer.currency);
                  return (
                    <td key={column.key}>
                      {figure.list === null ? text : <Link to={`/${screen}?${figure.list}`}>{text}</Link>}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </FigureTable>
      {notes.length > 0 && (
        <dl>
          {notes.map(({ label, hint }) => (
            <div key={label}>
              <dt>{label}: </dt>
              <dd>{hint}</dd>
            </div>
          ))}
        </dl>
      )}
      {more.rows > 0 && (
        <p>
          Se muestran las {formatCount(mostMembers.rows)} filas mayores; otras {formatCount(more.rows)} están
          en el total. Filtre para verlas.
        </p>
      )}
      {more.columns > 0 && (
        <p>
          Se muestran las {formatCount(mostMembers.columns)} columnas mayores; otras{' '}
          {formatCount(more.columns)} están en el total. Filtre para verlas.
        </p>
      )}
    </>
  );
}
