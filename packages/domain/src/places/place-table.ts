// Centres of countries, of the states of three of them, and of large cities, to a tenth of a degree. Sufficient to sort
// dealers by distance without an external service.

/** code latitude longitude */
export const countryMiddles = `
AD 42.5 1.6|AE 23.9 54.3|AF 33.8 66.0|AL 41.1 20.1|AM 40.3 45.0|AO -12.3 17.5|AR -35.4 -65.2|AT 47.6 14.1|AU -25.7 134.5|AZ 40.3 47.5
BA 44.2 17.8|BB 13.2 -59.6|BD 23.9 90.2|BE 50.6 4.6|BF 12.3 -1.8|BG 42.8 25.2|BH 26.0 50.5|BN 4.5 114.7|BO -16.7 -64.7|BR -10.8 -53.1
BS 24.3 -76.6|BW -22.2 23.8|BY 53.5 28.0|BZ 17.2 -88.7|CA 61.4 -98.3|CH 46.8 8.2|CI 7.6 -5.6|CL -37.7 -71.4|CM 5.7 12.7|CN 36.6 103.8
CO 3.9 -73.1|CR 10.0 -84.2|CU 21.6 -79.0|CY 34.9 33.0|CZ 49.7 15.3|DE 51.1 10.4|DK 56.0 10.0|DO 18.9 -70.5|DZ 28.2 2.6|EC -1.4 -78.8
EE 58.7 25.5|EG 26.5 29.9|ES 40.2 -3.6|ET 8.6 39.6|FI 64.5 26.3|FJ -17.4 178.0|FO 62.1 -6.9|FR 46.6 2.5|GB 54.1 -2.9|GE 42.2 43.5
GH 8.0 -1.2|GI 36.1 -5.3|GL 74.7 -41.3|GR 39.1 23.0|GT 15.7 -90.4|GY 4.8 -59.0|HK 22.4 114.1|HN 14.8 -86.6|HR 45.1 16.4|HU 47.2 19.4
ID -2.2 117.2|IE 53.2 -8.1|IL 31.5 35.0|IN 22.9 79.6|IQ 33.0 43.7|IR 32.6 54.3|IS 65.0 -18.6|IT 42.8 12.1|JM 18.2 -77.3|JO 31.2 36.8
JP 37.6 138.0|KE 0.6 37.8|KG 41.5 74.6|KH 12.7 104.9|KR 36.4 127.8|KW 29.3 47.6|KZ 48.2 67.3|LA 18.5 103.7|LB 33.9 35.9|LI 47.1 9.5
LK 7.6 80.7|LT 55.3 23.9|LU 49.8 6.1|LV 56.9 24.9|LY 27.0 18.0|MA 29.8 -8.5|MC 43.7 7.4|MD 47.2 28.5|ME 42.8 19.2|MG -19.4 46.7
MK 41.6 21.7|MM 21.2 96.5|MN 46.8 103.1|MO 22.2 113.5|MT 35.9 14.4|MU -20.3 57.6|MV 3.7 73.5|MX 23.9 -102.5|MY 3.8 109.7|MZ -17.3 35.5
NA -22.1 17.2|NG 9.6 8.1|NI 12.8 -85.0|NL 52.1 5.3|NO 64.5 14.0|NP 28.2 83.9|NZ -41.8 171.5|OM 20.6 56.1|PA 8.5 -80.1|PE -9.2 -74.4
PG -6.5 145.2|PH 11.8 122.9|PK 30.0 69.3|PL 52.1 19.4|PR 18.2 -66.5|PT 39.6 -8.5|PY -23.2 -58.4|QA 25.3 51.2|RE -21.1 55.5|RO 45.9 25.0
RS 44.2 20.8|RU 61.9 96.7|RW -2.0 29.9|SA 24.1 44.5|SE 62.8 16.7|SG 1.4 103.8|SI 46.1 14.8|SK 48.7 19.5|SM 43.9 12.5|SN 14.4 -14.5
SR 4.1 -55.9|SV 13.7 -88.9|TH 15.1 101.0|TN 34.1 9.6|TR 39.1 35.2|TT 10.5 -61.3|TW 23.8 121.0|TZ -6.3 34.8|UA 49.0 31.4|UG 1.3 32.4
US 39.8 -98.6|UY -32.8 -56.0|UZ 41.8 63.1|VE 7.1 -66.2|VN 16.6 106.3|XK 42.6 20.9|ZA -29.0 25.1|ZM -13.5 27.8|ZW -19.0 29.9`;

/** country-state latitude longitude */
export const stateMiddles = `
AU-ACT -35.5 149.0|AU-NSW -32.2 147.0|AU-NT -19.4 133.4|AU-QLD -22.6 144.6|AU-SA -30.1 135.8|AU-TAS -42.0 146.6|AU-VIC -36.9 144.3|AU-WA -25.3 122.3
CA-AB 55.0 -115.0|CA-BC 54.8 -124.8|CA-MB 55.0 -97.5|CA-NB 46.6 -66.3|CA-NL 53.2 -59.9|CA-NT 66.4 -119.0|CA-NS 45.2 -63.0|CA-NU 70.5 -86.0
CA-ON 50.0 -86.0|CA-PE 46.4 -63.2|CA-QC 53.8 -71.8|CA-SK 54.4 -105.9|CA-YT 63.6 -135.5
US-AL 32.8 -86.8|US-AK 64.1 -152.3|US-AZ 34.3 -111.7|US-AR 34.9 -92.4|US-CA 37.2 -119.5|US-CO 39.0 -105.5|US-CT 41.6 -72.7|US-DE 39.0 -75.5
US-DC 38.9 -77.0|US-FL 28.6 -82.4|US-GA 32.6 -83.4|US-HI 20.3 -156.4|US-ID 44.4 -114.6|US-IL 40.0 -89.2|US-IN 39.9 -86.3|US-IA 42.1 -93.5
US-KS 38.5 -98.4|US-KY 37.5 -85.3|US-LA 31.1 -92.0|US-ME 45.4 -69.2|US-MD 39.0 -76.8|US-MA 42.3 -71.8|US-MI 44.3 -85.4|US-MN 46.3 -94.3
US-MS 32.7 -89.7|US-MO 38.4 -92.5|US-MT 47.1 -109.6|US-NE 41.5 -99.8|US-NV 39.3 -116.6|US-NH 43.7 -71.6|US-NJ 40.2 -74.7|US-NM 34.4 -106.1
US-NY 42.9 -75.5|US-NC 35.6 -79.4|US-ND 47.4 -100.5|US-OH 40.3 -82.8|US-OK 35.6 -97.5|US-OR 43.9 -120.6|US-PA 40.9 -77.8|US-RI 41.7 -71.6
US-SC 33.9 -80.9|US-SD 44.4 -100.2|US-TN 35.9 -86.4|US-TX 31.5 -99.3|US-UT 39.3 -111.7|US-VT 44.1 -72.7|US-VA 37.5 -78.8|US-WA 47.4 -120.4
US-WV 38.6 -80.6|US-WI 44.6 -89.9|US-WY 43.0 -107.6`;

/** country city latitude longitude */
export const cityMiddles = `
AE Dubai 25.2 55.3|AR Buenos Aires -34.6 -58.4|AT Graz 47.1 15.4|AT Vienna 48.2 16.4|AU Adelaide -34.9 138.6|AU Brisbane -27.5 153.0|AU Melbourne -37.8 145.0
AU Perth -32.0 115.9|AU Sydney -33.9 151.2|BE Antwerp 51.2 4.4|BE Brussels 50.8 4.4|BG Sofia 42.7 23.3|BR Rio de Janeiro -22.9 -43.2|BR São Paulo -23.5 -46.6
CA Calgary 51.0 -114.1|CA Edmonton 53.5 -113.5|CA Halifax 44.6 -63.6|CA Hamilton 43.3 -79.9|CA Montreal 45.5 -73.6|CA North Bay 46.3 -79.5
CA Ottawa 45.4 -75.7|CA Quebec 46.8 -71.2|CA Regina 50.4 -104.6|CA Saskatoon 52.1 -106.7|CA Surrey 49.1 -122.8|CA Toronto 43.7 -79.4
CA Vancouver 49.3 -123.1|CA Victoria 48.4 -123.4|CA Winnipeg 49.9 -97.1|CH Basel 47.6 7.6|CH Bern 46.9 7.4|CH Geneva 46.2 6.1|CH Zurich 47.4 8.5
CZ Brno 49.2 16.6|CZ Prague 50.1 14.4|DE Berlin 52.5 13.4|DE Cologne 50.9 7.0|DE Dortmund 51.5 7.5|DE Dresden 51.1 13.7|DE Frankfurt 50.1 8.7
DE Hamburg 53.6 10.0|DE Hanover 52.4 9.7|DE Leipzig 51.3 12.4|DE Munich 48.1 11.6|DE Nuremberg 49.5 11.1|DE Stuttgart 48.8 9.2|DK Copenhagen 55.7 12.6
EE Tallinn 59.4 24.8|ES Barcelona 41.4 2.2|ES Madrid 40.4 -3.7|ES Seville 37.4 -6.0|ES Valencia 39.5 -0.4|FI Helsinki 60.2 24.9|FR Bordeaux 44.8 -0.6
FR Lille 50.6 3.1|FR Lyon 45.8 4.8|FR Marseille 43.3 5.4|FR Paris 48.9 2.4|FR Toulouse 43.6 1.4|GB Belfast 54.6 -5.9|GB Birmingham 52.5 -1.9
GB Bristol 51.5 -2.6|GB Cardiff 51.5 -3.2|GB Edinburgh 56.0 -3.2|GB Glasgow 55.9 -4.3|GB Leeds 53.8 -1.5|GB Liverpool 53.4 -3.0|GB London 51.5 -0.1
GB Manchester 53.5 -2.2|GR Athens 38.0 23.7|HR Zagreb 45.8 16.0|HU Budapest 47.5 19.0|IE Dublin 53.3 -6.3|IT Milan 45.5 9.2|IT Naples 40.9 14.3
IT Rome 41.9 12.5|IT Turin 45.1 7.7|JP Osaka 34.7 135.5|JP Tokyo 35.7 139.7|KR Seoul 37.6 127.0|LT Vilnius 54.7 25.3|LU Luxembourg 49.6 6.1
LV Riga 57.0 24.1|MX Mexico City 19.4 -99.1|MX Monterrey 25.7 -100.3|NL Amsterdam 52.4 4.9|NL Eindhoven 51.4 5.5|NL Rotterdam 51.9 4.5
NL Utrecht 52.1 5.1|NO Bergen 60.4 5.3|NO Oslo 59.9 10.7|NZ Auckland -36.8 174.8|NZ Wellington -41.3 174.8|PL Krakow 50.1 19.9|PL Poznan 52.4 16.9
PL Warsaw 52.2 21.0|PL Wroclaw 51.1 17.0|PT Lisbon 38.7 -9.1|PT Porto 41.2 -8.6|RO Bucharest 44.4 26.1|RS Belgrade 44.8 20.5|SE Gothenburg 57.7 12.0
SE Malmo 55.6 13.0|SE Stockholm 59.3 18.1|SG Singapore 1.3 103.8|SI Ljubljana 46.1 14.5|SK Bratislava 48.1 17.1|TR Ankara 39.9 32.9|TR Istanbul 41.0 29.0
UA Kyiv 50.5 30.5|US Atlanta 33.7 -84.4|US Austin 30.3 -97.7|US Baltimore 39.3 -76.6|US Boston 42.4 -71.1|US Charlotte 35.2 -80.8|US Chicago 41.9 -87.6
US Cincinnati 39.1 -84.5|US Cleveland 41.5 -81.7|US Columbus 40.0 -83.0|US Dallas 32.8 -96.8|US Denver 39.7 -105.0|US Detroit 42.3 -83.0
US Houston 29.8 -95.4|US Indianapolis 39.8 -86.2|US Kansas City 39.1 -94.6|US Las Vegas 36.2 -115.1|US Los Angeles 34.1 -118.2|US Louisville 38.3 -85.8
US Memphis 35.1 -90.0|US Miami 25.8 -80.2|US Milwaukee 43.0 -87.9|US Minneapolis 45.0 -93.3|US Nashville 36.2 -86.8|US New Orleans 30.0 -90.1
US New York 40.7 -74.0|US Oklahoma City 35.5 -97.5|US Omaha 41.3 -95.9|US Orlando 28.5 -81.4|US Philadelphia 40.0 -75.2|US Phoenix 33.4 -112.1
US Pittsburgh 40.4 -80.0|US Portland 45.5 -122.7|US Raleigh 35.8 -78.6|US Sacramento 38.6 -121.5|US Salt Lake City 40.8 -111.9|US San Antonio 29.4 -98.5
US San Diego 32.7 -117.2|US San Francisco 37.8 -122.4|US San Jose 37.3 -121.9|US Seattle 47.6 -122.3|US St. Louis 38.6 -90.2|US Tampa 28.0 -82.5
US Tulsa 36.2 -96.0|ZA Cape Town -33.9 18.4|ZA Johannesburg -26.2 28.0`;

/** Ranges of the first three digits of a ZIP code, by inclusive upper bound, ascending. */
export const zipStates: readonly (readonly [upTo: number, state: string])[] = [
  [9, 'PR'],
  [27, 'MA'],
  [29, 'RI'],
  [38, 'NH'],
  [49, 'ME'],
  [59, 'VT'],
  [69, 'CT'],
  [89, 'NJ'],
  [149, 'NY'],
  [196, 'PA'],
  [199, 'DE'],
  [205, 'DC'],
  [219, 'MD'],
  [246, 'VA'],
  [268, 'WV'],
  [289, 'NC'],
  [299, 'SC'],
  [319, 'GA'],
  [349, 'FL'],
  [369, 'AL'],
  [385, 'TN'],
  [397, 'MS'],
  [399, 'GA'],
  [427, 'KY'],
  [459, 'OH'],
  [479, 'IN'],
  [499, 'MI'],
  [528, 'IA'],
  [549, 'WI'],
  [567, 'MN'],
  [577, 'SD'],
  [588, 'ND'],
  [599, 'MT'],
  [629, 'IL'],
  [658, 'MO'],
  [679, 'KS'],
  [693, 'NE'],
  [714, 'LA'],
  [729, 'AR'],
  [749, 'OK'],
  [799, 'TX'],
  [816, 'CO'],
  [831, 'WY'],
  [838, 'ID'],
  [847, 'UT'],
  [865, 'AZ'],
  [884, 'NM'],
  [885, 'TX'],
  [898, 'NV'],
  [961, 'CA'],
  [968, 'HI'],
  [979, 'OR'],
  [994, 'WA'],
  [999, 'AK'],
];

/** First letter of a Canadian postal code. */
export const canadianLetters: Readonly<Record<string, string>> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  X: 'NT',
  Y: 'YT',
};

/** First digit of an Australian postal code. */
export const australianDigits: Readonly<Record<string, string>> = {
  2: 'NSW',
  3: 'VIC',
  4: 'QLD',
  5: 'SA',
  6: 'WA',
  7: 'TAS',
  0: 'NT',
};
