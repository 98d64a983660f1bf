no pass of algorithm default is left; its passes are 
