import "./colours.css";
import Cover from "./Cover.svelte";
import Icon from "./Icon.svelte";
import Portrait from "./Portrait.svelte";

export default { Cover, Icon, Portrait };
