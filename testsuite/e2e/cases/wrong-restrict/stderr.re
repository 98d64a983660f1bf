^hidden by .*-Drestrict=
^ +it is right without restrict: look for an object
