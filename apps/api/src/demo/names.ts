/** Words from which demonstration names are composed. */

export const firstNames = {
  f: 'Ana Beatriz Camila Carolina Cristina Daniela Elena Fernanda Gabriela Isabel Julia Karina Laura Lucía Mariana Marisol Natalia Patricia Paola Rosa Sofía Valeria Verónica Yesenia'.split(
    ' ',
  ),
  m: 'Alberto Andrés Ángel Carlos Cristian Daniel Eduardo Emilio Fernando Francisco Gustavo Héctor Javier Jorge Julio Leonardo Luis Manuel Miguel Pablo Rafael Ramón Roberto Sebastián'.split(
    ' ',
  ),
} as const;

export const surnames =
  'Acosta Almonte Báez Batista Cabrera Castillo Cruz De la Cruz|Del Rosario|Díaz Domínguez Espinal Estévez Fernández Ferreras García Gómez González Guzmán Hernández Jiménez Lora Marte Martínez Medina Mejía Méndez Morel Núñez Ortiz Paulino Peña Peralta Pérez Pichardo Polanco Ramírez Reyes Rodríguez Rosario Sánchez Santana Santos Suárez Taveras Tejada Tavárez Ureña Valdez Vargas Vásquez Ventura'
    .replace('De la Cruz|Del Rosario|', '')
    .split(' ');

export const places =
  'del Caribe|del Este|del Norte|del Cibao|Antillana|Quisqueya|Nacional|Central|Metropolitana|La Isabela|Ozama|Yaque|Bahía|Valle Nuevo|Tres Ríos|Primavera|El Faro|Las Palmas|Los Jardines|San Miguel|Santa Lucía|Monte Alto|Costa Azul|Sol y Mar|Río Claro'.split(
    '|',
  );

export const streets =
  'Av. Independencia|Av. 27 de Febrero|Av. Winston Churchill|Calle El Conde|Av. Máximo Gómez|Calle Las Mercedes|Av. Estrella Sadhalá|Autopista Duarte km 9|Calle Duarte|Av. España|Calle Restauración|Av. Libertad'.split(
    '|',
  );

/** Names of companies and brands by industry, with the codes of the industry catalogue. */
export const sectors: readonly {
  readonly industry: string;
  readonly companies: readonly string[];
  readonly brands: readonly string[];
}[] = [
  {
    industry: '1355',
    companies: ['Restaurantes', 'Alimentos', 'Panadería', 'Cafetería', 'Pizzería'],
    brands: ['Sabor', 'Del Horno', 'La Mesa', 'Fogón'],
  },
  {
    industry: '1123',
    companies: ['Distribuidora', 'Productos', 'Lácteos', 'Embutidos', 'Detergentes'],
    brands: ['Blanquísimo', 'La Vaquita', 'Hogar', 'Diario'],
  },
  {
    industry: '1335',
    companies: ['Banco', 'Seguros', 'Asociación de Ahorros', 'Cooperativa', 'Remesas'],
    brands: ['Cuenta Fácil', 'Tarjeta Oro', 'Mi Seguro', 'Ahorro Joven'],
  },
  {
    industry: '1551',
    companies: ['Auto', 'Motores', 'Repuestos', 'Neumáticos'],
    brands: ['Ruta', 'Potencia', 'Camino'],
  },
  {
    industry: '1467',
    companies: ['Telecomunicaciones', 'Fibra', 'Cable'],
    brands: ['Plan Conecta', 'Hogar Fibra', 'Prepago Más'],
  },
  {
    industry: '1494',
    companies: ['Supermercados', 'Plaza', 'Ferretería', 'Tiendas', 'Almacenes'],
    brands: ['Ofertas', 'La Canasta', 'Feria del Hogar'],
  },
  {
    industry: '1482',
    companies: ['Constructora', 'Inmobiliaria', 'Residencial', 'Cementos'],
    brands: ['Torre', 'Villas', 'Altos'],
  },
  {
    industry: '1378',
    companies: ['Clínica', 'Centro Médico', 'Laboratorio', 'Óptica'],
    brands: ['Vida', 'Salud Familiar', 'Visión'],
  },
  { industry: '1473', companies: ['Farmacia', 'Laboratorios'], brands: ['Alivio', 'Natural', 'Vitaminas'] },
  {
    industry: '1529',
    companies: ['Hotel', 'Turismo', 'Viajes', 'Resort'],
    brands: ['Playa', 'Escapada', 'Todo Incluido'],
  },
  {
    industry: '1295',
    companies: ['Universidad', 'Colegio', 'Instituto', 'Academia'],
    brands: ['Maestrías', 'Idiomas', 'Técnicos'],
  },
  { industry: '1002', companies: ['Licores', 'Cervecería', 'Ron'], brands: ['Reserva', 'Dorada', 'Añejo'] },
  {
    industry: '1396',
    companies: ['Muebles', 'Electrodomésticos', 'Decoraciones'],
    brands: ['Confort', 'Casa Nueva'],
  },
  { industry: '1315', companies: ['Producciones', 'Teatro', 'Festival'], brands: ['Temporada', 'En Vivo'] },
  {
    industry: 'ENERGIA',
    companies: ['Combustibles', 'Gas', 'Energía Solar'],
    brands: ['Estación', 'Gas Hogar'],
  },
  {
    industry: 'LOGISTICA',
    companies: ['Courier', 'Transporte', 'Logística'],
    brands: ['Envío Ya', 'Express'],
  },
  {
    industry: 'GOBIERNO',
    companies: ['Ayuntamiento', 'Instituto Nacional de', 'Dirección General de'],
    brands: ['Campaña de Prevención', 'Servicio al Ciudadano'],
  },
  { industry: '1452', companies: ['Fundación', 'Patronato'], brands: ['Colecta Anual'] },
];

export const agencyWords =
  'Meridiano|Norte|Brújula|Punto y Aparte|Aurora|Cuatro Vientos|Faro|Pentagrama|Ritmo|Contraste|Prisma|Mosaico|Eco|Órbita|Trazo|Señal|Ágora|Boceto|Cauce|Delta|Encuadre|Fábula|Gravedad|Horizonte|Impulso'.split(
    '|',
  );
