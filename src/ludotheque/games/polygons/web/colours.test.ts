import { standOut } from "@web/style/contrast";

standOut(new URL("colours.css", import.meta.url), [], [[["pg-green", "pg-yellow", "pg-pink", "pg-blue"], ["pg-felt"]]]);
